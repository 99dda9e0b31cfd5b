"""From the model to operations: one flat list for each body."""
