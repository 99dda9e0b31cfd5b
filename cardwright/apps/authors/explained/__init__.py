"""What the words of the language and the names of a game mean, for `explain`."""
