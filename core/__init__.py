"""The mathematics of attention and the records of the lesson. No Qt, and no torch at import."""
