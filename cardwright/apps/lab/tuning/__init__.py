"""Search for numbers of a package with which a goal is met."""
