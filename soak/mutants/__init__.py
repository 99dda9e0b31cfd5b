"""Mutate packages by kind and count who catches what."""
