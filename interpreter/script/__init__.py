"""Run scripted games and examples, and say what was expected and what was found."""
