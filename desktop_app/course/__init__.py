"""The course as a page: its lessons, and how far the learner is."""
