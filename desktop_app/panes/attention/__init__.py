"""Pane 05: the whole chain of scaled dot-product attention, number by number."""
