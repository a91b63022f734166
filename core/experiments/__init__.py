"""One module a kind of experiment; `core.experiment` joins them into one tagged union."""
