"""The page on which the learner trains both translators."""
