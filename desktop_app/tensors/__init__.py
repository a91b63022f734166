"""Your tensors: files of the learner's own, how they are read, and their maps."""
