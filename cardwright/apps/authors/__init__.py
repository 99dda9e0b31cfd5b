"""For those who write games: check, explain, compare, translate, draw."""
