"""Pictures of a slide and its parts: PNG, SVG and PDF, to files and to the clipboard."""
