"""The cards of a game as a database: list, filter, search, show."""
