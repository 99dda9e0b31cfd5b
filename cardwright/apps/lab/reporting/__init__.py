"""Write one page of numbers about a game, for its designer."""
