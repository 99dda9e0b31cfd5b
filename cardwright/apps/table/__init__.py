"""A match at the terminal or in the browser."""
