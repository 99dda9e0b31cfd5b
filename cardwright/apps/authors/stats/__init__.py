"""Count what packages are made of."""
