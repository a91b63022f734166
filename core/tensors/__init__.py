"""The learner's own files: tensors in, as arrays that the engine can take."""
