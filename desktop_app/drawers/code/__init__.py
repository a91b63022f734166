"""The code drawer: the experiment in front as a script, in NumPy or in PyTorch."""
