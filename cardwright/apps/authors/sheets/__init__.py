"""Cards from spreadsheets, and back: read a table, match its columns, write YAML or a table."""
