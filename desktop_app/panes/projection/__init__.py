"""Pane 04: words as queries, keys and values; dot products as shadows; two lookups."""
