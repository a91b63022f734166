"""The lesson on paper: the handout of all slides, and the summary on one page."""
