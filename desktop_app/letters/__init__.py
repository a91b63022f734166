"""Pages on which small networks of letters are read, and trained while the learner watches."""
