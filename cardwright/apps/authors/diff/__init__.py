"""Report the changes in meaning between two versions of a game, and who reads or hears them."""
