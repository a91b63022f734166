"""Pane 11: the claims of the lesson, the whole formula, and the learner's own last numbers."""
