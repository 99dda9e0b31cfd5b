"""List the keys of the language, one row each; schemas, checks and advice come from the rows."""
