"""Help authors write: one style, schemas, scaffolds, fixes."""
