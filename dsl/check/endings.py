"""Check the end of the game, the game policy and the scenarios."""

from __future__ import annotations

from typing import Final

from dsl.check.bodies import check_condition_formula, check_constant
from dsl.check.collect import unique_entries
from dsl.check.draft import Draft
from dsl.check.expressions import check_as, check_expression
from dsl.check.names_declared import unknown
from dsl.check.options import PLAYER_COUNT, fits
from dsl.check.places import element_scope, scope_at
from dsl.check.players import count_of
from dsl.check.shapes import child, entries_of, scalar_at, scalars_of
from dsl.check.teams import winners_of
from dsl.check.texts import text_at
from dsl.check.trees_of import expression_of
from dsl.check.types import read_zone
from dsl.model.expressions import Constant
from dsl.model.game import Scenario
from dsl.model.rules import End, Policy
from dsl.model.steps import Formula
from dsl.model.types import INT, NONE, PLAYER, UNKNOWN, ListOf, SetOf, plain_type
from dsl.syntax.documents import Entry, Node, Scalar
from dsl.syntax.parser import parse_expression, parse_name

POLICIES: Final = ("triggers", "replacements", "loops", "watch")


def check_end(draft: Draft) -> None:
    """Fill `Draft.end`."""
    entry = draft.package.single.get("end")
    if entry is None:
        return
    node = entry.value
    draft.end = End(
        when=_when(scalar_at(node, "when"), draft),
        rank=tuple(_rank(scalar, draft) for scalar in scalars_of(child(node, "rank"))),
        winners=_winners(child(node, "winners"), draft),
        span=entry.key.span,
    )


def _when(scalar: Scalar | None, draft: Draft) -> Formula | None:
    """Return the condition under which the game is over."""
    tree = None if scalar is None else parse_expression(scalar, draft.report)
    scope = scope_at(draft.world, place="value")
    return None if tree is None else check_condition_formula(tree, scope)


def _rank(scalar: Scalar, draft: Draft) -> Formula:
    """Return one int over a player as local 0."""
    tree = parse_expression(scalar, draft.report)
    scope = element_scope(draft.world, PLAYER)
    found = Constant(0, INT) if tree is None else check_as(tree, scope, INT)
    return Formula(tuple(scope.slots.infos), 1, found)


def _winners(node: Node | None, draft: Draft) -> Formula | None:
    """Return the winners: a list of players, one or none; a team stands for its players."""
    tree = expression_of(node, draft.report)
    if tree is None:
        return None
    scope = scope_at(draft.world, place="value")
    found = read_zone(check_expression(tree, scope, ListOf(PLAYER)), scope)
    found = winners_of(found, scope)
    type_ = plain_type(found.type)
    inner = type_.of if isinstance(type_, ListOf | SetOf) else type_
    if inner not in (PLAYER, NONE, UNKNOWN):
        message = f"the winners are {found.type}, no players"
        draft.report.add("wrong-type", message, tree.span, "name a player, a list of them or none")
    return Formula(tuple(scope.slots.infos), 0, found)


def check_policy(draft: Draft) -> None:
    """Fill `Draft.policy`; the schema has checked the words."""
    entry = draft.package.single.get("policy")
    if entry is not None:
        words = {key: scalar_at(entry.value, key) for key in POLICIES}
        draft.policy = Policy(**{key: word.text for key, word in words.items() if word is not None})


def check_scenarios(draft: Draft) -> None:
    """Fill `Draft.scenarios`."""
    for entry in unique_entries(
        draft, "scenarios", "scenario", lambda e: parse_name(e.key, draft.report) is not None
    ):
        draft.scenarios[entry.key.text] = _scenario(entry, draft)


def _scenario(entry: Entry, draft: Draft) -> Scenario:
    """Return one scenario."""
    players = scalar_at(entry.value, "players")
    count = None if players is None else count_of(players)
    low, high = draft.players.low, draft.players.high
    if players is not None and (count is None or not low <= count[0] <= count[1] <= high):
        message = f"`{players.text}` is no number of players; the game is for {low} to {high}"
        draft.report.add("bad-number", message, players.span)
    return Scenario(
        id=entry.key.text,
        options=option_values(child(entry.value, "options"), draft),
        players=count,
        text=text_at(entry.value, "text", draft.language),
        span=entry.key.span,
    )


def option_values(node: Node | None, draft: Draft) -> dict[str, object]:
    """Return the values that a mapping gives to options, in their run-time form."""
    found: dict[str, object] = {}
    for entry in entries_of(node):
        option = draft.world.options.get(entry.key.text)
        if option is None or option.id == PLAYER_COUNT:
            word, names = entry.key, [name for name in draft.world.options if name != PLAYER_COUNT]
            unknown(draft.report, "unknown-option", "option", word.text, word.span, names)
            continue
        tree = expression_of(entry.value, draft.report)
        if tree is not None:
            value = check_constant(tree, draft.world, option.type)
            found[option.id] = value
            if not fits(option, value):
                message = f"`{tree.span.text}` is not among the values of `{option.id}`"
                draft.report.add("bad-number", message, tree.span)
    return found
