"""Declare how many can play, what every player has, and which teams they belong to.

`players: {team: club}` gives every player the state `club`; all else is written with it.
"""

from __future__ import annotations

import re
from typing import Final

from dsl.check.expressions.dots import EVERYBODY, in_team, of_team, team_of
from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.zones import state_fields
from dsl.check.scopes.collect import refuse_later, report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope, entity_scope
from dsl.check.scopes.types import fits, lift
from dsl.keys.files import SectionKeys
from dsl.keys.nouns import KindKeys, PlayersKeys
from dsl.model.documents import Scalar
from dsl.model.expressions import Expression, Local, StateKey
from dsl.model.nouns import PlayersRule, StateField
from dsl.model.steps import Formula
from dsl.model.types import UNKNOWN, EntityType, ListOf, SetOf, plain_type


def declare_team(scalar: Scalar | None, draft: Draft) -> tuple[StateField, ...]:
    """Give every player the state of being in a team; nothing where there are no teams."""
    if scalar is None:
        return ()
    kind, world = scalar.text, draft.world
    if kind not in world.kinds:
        unknown(draft.report, "unknown-kind", kind, scalar.span, list(world.kinds))
        return ()
    key = StateKey("player", kind)
    if key in world.state:
        report_duplicate(draft.report, "state", kind, world.state[key].span, scalar.span)
        return ()
    world.used.add(("kind", kind))
    field = StateField(
        key=key,
        type=EntityType(kind),
        default=None,
        is_set_up=True,
        until=None,
        keep=False,
        seen_by=None,
        span=scalar.span,
        text=world.kinds[kind].text,
    )
    world.team, world.state[key] = kind, field
    return (field,)


def check_team(draft: Draft) -> None:
    """Report a kind of teams whose things are no teams."""
    field = team_of(draft.world)
    if field is None:
        return
    kind = draft.world.kinds[field.key.name]
    if not kind.is_unique:
        draft.report.add("bad-team.not-players-belong", field.span, kind=kind.name)
    own = KindKeys(draft.kind_nodes[kind.name]).players
    if own is not None:
        draft.report.add("bad-team.team-known-from", own.span)


def members(kind: str, draft: Draft) -> Formula | None:
    """Return the players of a team over the team as local 0, where a kind is the teams'."""
    field = team_of(draft.world)
    if field is None or field.key.name not in draft.world.lineage(kind):
        return None
    scope = entity_scope(draft.world, kind)
    team = Local(0, "self", EntityType(kind))
    found = of_team(EVERYBODY, "==", team, field, scope)
    return Formula(tuple(scope.slots.infos), 1, found)


def winners_of(found: Expression, scope: Scope) -> Expression:
    """Return the players of a team or of several, where an expression gives teams."""
    field, type_ = team_of(scope.world), plain_type(found.type)
    is_many = isinstance(type_, ListOf | SetOf)
    element = type_.of if isinstance(type_, ListOf | SetOf) else type_
    if field is None or element == UNKNOWN or not fits(element, field.type, scope.world):
        return found
    return lift(scope, [found], lambda plain: in_team(plain[0], is_many, field, scope))


COUNT: Final = re.compile(r"(0|[1-9][0-9]?)(?:\s*(?:-|–|\.\.)\s*(0|[1-9][0-9]?))?")
MOST_PLAYERS: Final = 16


def declare_players(draft: Draft) -> None:
    """Fill `Draft.players` and the state of `player`."""
    entry = draft.package.one(SectionKeys.players)
    if entry is None:
        return
    refuse_later(draft, PlayersKeys.form, entry.value)
    draft.players_span = entry.key.span
    low, high = 1, 1
    keys = PlayersKeys(entry.value)
    scalar = keys.count
    if scalar is not None:
        first, last = count_of(scalar) or (0, 0)
        if 1 <= first <= last <= MOST_PLAYERS:
            low, high = first, last
        else:
            draft.report.add(
                "bad-number.no-number-players", scalar.span, written=scalar.text, most=MOST_PLAYERS
            )
    own = state_fields("player", keys.state, draft)
    fields = (*own, *declare_team(keys.team, draft))
    draft.players = PlayersRule(low=low, high=high, state=fields, team=draft.world.team)


def count_of(scalar: Scalar) -> tuple[int, int] | None:
    """Return the numbers in `2-4` or `3`."""
    match = COUNT.fullmatch(scalar.text.strip())
    if match is None:
        return None
    return int(match[1]), int(match[2] or match[1])
