"""What a checked game is: frozen typed data. Nothing here reads text or runs a game."""
