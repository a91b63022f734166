"""Pane 03: additive attention, one target word after the other."""
