"""Measure in a browser what a person at a table sees, and what can be done by touching it."""
