"""The article of the lesson as a page: to be read from top to bottom, with its labs at hand."""
