"""Compute what findings come from: the one mistake behind many."""
