"""The machine: from a checked model to an event graph, to running matches. Never sees YAML."""
