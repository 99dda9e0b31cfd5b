"""Let people play in a terminal."""
