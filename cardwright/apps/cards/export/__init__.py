"""The cards of a game as files for other programs: SQLite, CSV, JSON, Markdown, Parquet."""
