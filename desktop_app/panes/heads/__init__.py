"""Pane 07: several heads in parallel, what joins them, and what they cost."""
