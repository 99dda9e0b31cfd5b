"""Games for other programs: environments, OpenSpiel, agents, language models."""
