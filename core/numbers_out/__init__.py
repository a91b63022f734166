"""Numbers on their way out: one matrix as a table of text, a whole trace as one file."""
