"""The event graph: build it, draw it, report findings about it."""
