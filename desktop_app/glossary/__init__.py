"""The glossary as a page: every term of the lesson once, with a search."""
