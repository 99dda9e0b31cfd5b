"""Search: choose by playing on in imagined matches."""
