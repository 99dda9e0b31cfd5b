"""Programs that choose, and many matches at once."""
