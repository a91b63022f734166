"""The numbers of a lab as a script that runs alone, in NumPy or in PyTorch."""
