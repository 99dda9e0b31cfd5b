"""Measure how fast matches run, against hand-written Python."""
