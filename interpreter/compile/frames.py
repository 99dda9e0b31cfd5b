"""Name the frames of the machine itself; a higher first entry is an operation's number."""

ROUNDS = 0
PHASE = 1
ACTION = 2
EVENT = 3
SCOPE = 4
RULE = 5
BATCH = 6
GATHER = 7
CHECK = 8
HALT = 9
"""Where a script's own statements end: the machine stops without a decision."""

NEXT, INSIDE = range(2)
"""Stages of a phase: what comes next in it is to be found, or something in it has begun."""
