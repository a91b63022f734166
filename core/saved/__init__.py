"""Experiments as files and as short texts: written exactly, read with care."""
