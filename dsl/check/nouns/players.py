"""Declare how many can play and what every player has."""

from __future__ import annotations

import re
from typing import Final

from dsl.check.nouns.state import state_fields
from dsl.check.nouns.teams import declare_team
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.later import refuse_later
from dsl.check.texts.shapes import child, scalar_at
from dsl.model.nouns import PlayersRule
from dsl.syntax.documents import Scalar

COUNT: Final = re.compile(r"([0-9]{1,2})(?:\s*(?:-|–|\.\.)\s*([0-9]{1,2}))?")
MOST_PLAYERS: Final = 16


def declare_players(draft: Draft) -> None:
    """Fill `Draft.players` and the state of `player`."""
    entry = draft.package.single.get("players")
    if entry is None:
        return
    refuse_later(draft, "players", entry.value)
    draft.players_span = entry.key.span
    low, high = _count(scalar_at(entry.value, "count"), draft)
    own = state_fields("player", child(entry.value, "state"), draft)
    fields = (*own, *declare_team(scalar_at(entry.value, "team"), draft))
    draft.players = PlayersRule(low=low, high=high, state=fields, team=draft.world.team)


def _count(scalar: Scalar | None, draft: Draft) -> tuple[int, int]:
    """Return the fewest and the most players: `2-4`, `3`."""
    if scalar is None:
        return 1, 1
    low, high = count_of(scalar) or (0, 0)
    if 1 <= low <= high <= MOST_PLAYERS:
        return low, high
    message = f"`{scalar.text}` is no number of players"
    helps = f"write `2-4` or `3`, at most {MOST_PLAYERS}"
    draft.report.add("bad-number", message, scalar.span, helps)
    return 1, 1


def count_of(scalar: Scalar) -> tuple[int, int] | None:
    """Return the numbers in `2-4` or `3`."""
    match = COUNT.fullmatch(scalar.text.strip())
    if match is None:
        return None
    return int(match[1]), int(match[2] or match[1])
