"""Hold games written by hand in plain Python, as a measure for the compiled ones."""
