"""One module a kind of experiment: what the engine makes of it, step by step."""
