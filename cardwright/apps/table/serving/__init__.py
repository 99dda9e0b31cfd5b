"""Serve games to browsers: tables kept in one file, a page a seat of what that seat sees."""
