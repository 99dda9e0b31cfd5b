"""Bots at the table: programs in any language that play over lines of JSON."""
