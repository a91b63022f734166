"""Pane 10: four questions, each with its evidence computed when it is shown."""
