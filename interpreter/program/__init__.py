"""Programs: a game made ready to run, closures for its expressions, static analyses."""
