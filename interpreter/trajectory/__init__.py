"""Saved matches and courses of play: write, check, and play again."""
