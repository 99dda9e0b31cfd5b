"""Make failures small: the shortest script that still fails."""
