"""The language: from YAML text to a checked model. Knows nothing of running games."""
