"""Play many matches and count what comes of them."""
