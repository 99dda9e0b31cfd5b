"""The trees of YAML documents and of checked games: frozen typed data. Nothing here runs a game."""
