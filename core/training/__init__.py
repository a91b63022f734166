"""Training on the reader's own machine: the only room that knows torch, and only in functions."""
