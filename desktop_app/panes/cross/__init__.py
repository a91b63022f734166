"""Pane 09: one sequence reads another."""
