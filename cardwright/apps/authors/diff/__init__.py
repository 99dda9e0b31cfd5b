"""Say what changed in meaning between two versions of a game, and who reads or hears it."""
