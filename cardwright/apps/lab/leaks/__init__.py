"""Search for what a game tells and a player must not know: pairs of worlds, played side by side."""
