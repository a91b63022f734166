"""Pane 06: why the scores are divided by the square root of d_k."""
