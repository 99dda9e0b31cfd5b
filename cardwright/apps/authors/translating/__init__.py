"""What translators need: what is missing, what differs, what bypasses translation."""
