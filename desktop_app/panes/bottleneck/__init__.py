"""Pane 02: a sentence squeezed into one vector, and what papers measured of it."""
