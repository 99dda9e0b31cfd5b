"""A match as data: its record, copies, digests and saved forms."""
