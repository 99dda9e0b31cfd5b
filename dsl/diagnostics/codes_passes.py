"""List the diagnostics of the passes that put a game together."""

from __future__ import annotations

from typing import Final

PASS_ROWS: Final = """
DAT210 error table-too-large: a table that makes more cards than the limit
DAT211 error not-yet-supported: a part of the language that this version does not carry out
NAM119 error missing-attribute: a card that does not say an attribute of its kind
NAM120 error prelude-needs: a word of the prelude in a game that lacks its requirements
CHK122 error bad-phase: a phase whose keys do not go together
CHK123 error bad-signature: entries of one id with different signatures
CHK124 error bad-pattern: a pattern that says more than it can here
CHK125 error bad-group: a group of actions that does not fit
CHK126 error bad-team: a kind whose things cannot be teams of players
CHK132 error idle-depth: a `depth` of a value that does not call itself
CHK128 error chain-too-long: more kinds or groups, one building on another, than the limit
"""
