"""Pane 08: a sentence of the learner's own attends to itself, and what that costs."""
