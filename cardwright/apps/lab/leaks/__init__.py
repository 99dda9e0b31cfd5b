"""Look for what a game tells that a player must not know: pairs of worlds, played side by side."""
