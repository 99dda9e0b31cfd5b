"""Speak the language server protocol: what the checker knows, at the place of the cursor."""
