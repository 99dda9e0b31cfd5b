"""The view of a seat on a match, and other matches that it cannot tell from this one."""
