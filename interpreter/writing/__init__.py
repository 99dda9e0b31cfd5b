"""Write a game's values, bodies and phases as Python source: one module a game."""
