"""Analyses of the event graph."""
