"""Pane 01: one sentence that reads itself, and the way into the lesson."""
