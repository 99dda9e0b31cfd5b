"""Write what is asked of teams: who is of one, who is an opponent and who a mate."""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.dots import state_read
from dsl.check.expressions.expressions import unknown
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import lift
from dsl.check.scopes.world import World
from dsl.model.expressions import Compare, Contains, Expression, Filter, Local, Players, Primitive
from dsl.model.nouns import StateField
from dsl.model.types import BOOL, PLAYER, ListOf
from dsl.source import Span

EVERYBODY: Final = Primitive("seats", (), ListOf(PLAYER))


def team_of(world: World) -> StateField | None:
    """Return the state that says which team a player is in, if there are teams."""
    return None if world.team is None else world.state_of("player", world.team)


def others(of: Expression, word: str, span: Span, scope: Scope) -> Expression:
    """Return `opponents` or `mates` of a player, who may be a maybe.

    With teams, opponents are those of other teams.
    """
    field = team_of(scope.world)
    if field is None and word == "mates":
        message = "there are no teams, and so nobody has mates"
        helps = "name the kind that players belong to: `players: {team: …}`"
        scope.world.report.add("unknown-name", message, span, helps)
        return unknown()
    return lift(scope, [of], lambda plain: _others(plain[0], word, field, scope))


def _others(of: Expression, word: str, field: StateField | None, scope: Scope) -> Expression:
    rest = Players(of, ListOf(PLAYER))
    if field is None:
        return rest
    operator = "==" if word == "mates" else "!="
    return of_team(rest, operator, state_read(field, of, scope.world), field, scope)


def of_team(
    source: Expression, operator: str, team: Expression, field: StateField, scope: Scope
) -> Expression:
    """Return the players of a list whose team is, or is not, one team."""
    slot = scope.slots.add("it", PLAYER)
    own = state_read(field, Local(slot, "it", PLAYER), scope.world)
    return Filter(source, slot, Compare(operator, own, team, False, BOOL), ListOf(PLAYER))


def in_team(teams: Expression, is_many: bool, field: StateField, scope: Scope) -> Expression:
    """Return the players of one team, or of those in a list."""
    slot = scope.slots.add("it", PLAYER)
    own = state_read(field, Local(slot, "it", PLAYER), scope.world)
    if is_many:
        return Filter(EVERYBODY, slot, Contains(own, teams, False, BOOL), ListOf(PLAYER))
    return Filter(EVERYBODY, slot, Compare("==", own, teams, False, BOOL), ListOf(PLAYER))
