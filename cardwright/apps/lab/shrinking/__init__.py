"""Shrink failures: the shortest script that still fails."""
