"""The machine: run matches, offer actions, explain decisions."""
