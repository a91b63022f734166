"""The shell round every slide: bars, the lesson column, the focus ring."""
