"""Serve games to browsers: tables kept in one file, a page a seat, drawn from what the seat sees."""
