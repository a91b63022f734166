"""Practice as a page: questions without end, made from seeds."""
