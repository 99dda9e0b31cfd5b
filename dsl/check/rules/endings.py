"""Check the end of the game, the game policy and the scenarios."""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.constants import check_constant
from dsl.check.expressions.expressions import check_as, check_expression
from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.options import PLAYER_COUNT, fits
from dsl.check.nouns.players import count_of
from dsl.check.nouns.teams import winners_of
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.places import element_scope, scope_at
from dsl.check.scopes.types import read_zone
from dsl.check.steps.bodies import check_condition_formula, check_formula
from dsl.check.texts.shapes import child, entries_of, scalar_at, scalars_of
from dsl.check.texts.texts import text_at
from dsl.check.texts.trees_of import expression_at, expression_of
from dsl.model.expressions import Constant
from dsl.model.game import Scenario
from dsl.model.nouns import Option
from dsl.model.rules import End, Policy
from dsl.model.steps import Formula
from dsl.model.types import INT, NONE, PLAYER, UNKNOWN, ListOf, Maybe, SetOf, plain_type
from dsl.syntax.documents import Entry, Node, Scalar
from dsl.syntax.parser import parse_expression
from dsl.words.folding import refused

POLICIES: Final = ("triggers", "replacements", "loops", "watch", "leavers")


def check_end(draft: Draft) -> None:
    """Fill `Draft.end`."""
    entry = draft.package.single.get("end")
    if entry is None:
        return
    node = entry.value
    draft.end = End(
        when=_when(node, draft),
        rank=tuple(_rank(scalar, draft) for scalar in scalars_of(child(node, "rank"))),
        winners=_winners(child(node, "winners"), draft),
        span=entry.key.span,
        keeps=_keeps(child(node, "keeps"), draft),
    )


def _when(node: Node, draft: Draft) -> Formula | None:
    """Return the condition under which the game is over."""
    tree = expression_at(node, "when", draft.report)
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


def _keeps(node: Node | None, draft: Draft) -> dict[str, Formula]:
    """Return what options are in the next match of a campaign; none where no match follows."""
    found: dict[str, Formula] = {}
    for entry in entries_of(node):
        option = _option_named(entry.key, draft)
        tree = expression_of(entry.value, draft.report)
        if option is not None and tree is not None:
            scope = scope_at(draft.world, place="value")
            can_say_none = isinstance(option.type, Maybe | ListOf)  # of what has none as a value
            type_ = option.type if can_say_none else Maybe(option.type)
            found[option.id] = check_formula(tree, scope, type_)
    return found


def check_policy(draft: Draft) -> None:
    """Fill `Draft.policy`; the schema has checked the words."""
    entry = draft.package.single.get("policy")
    if entry is not None:
        words = {key: scalar_at(entry.value, key) for key in POLICIES}
        draft.policy = Policy(**{key: word.text for key, word in words.items() if word is not None})


def check_scenarios(draft: Draft) -> None:
    """Fill `Draft.scenarios`."""
    for entry in unique_entries(draft, "scenarios", "scenario"):
        draft.scenarios[entry.key.text] = _scenario(entry, draft)


def _scenario(entry: Entry, draft: Draft) -> Scenario:
    """Return one scenario."""
    players = scalar_at(entry.value, "players")
    count = None if players is None else count_of(players)
    low, high = draft.players.low, draft.players.high
    if players is not None and (count is None or not low <= count[0] <= count[1] <= high):
        message = f"`{players.text}` is no number of players; the game is for {low} to {high}"
        draft.report.add("bad-number", message, players.span)
    options = option_values(child(entry.value, "options"), draft)
    defaults = {id_: option.default for id_, option in draft.world.options.items()}
    clash = refused(draft.world.options.values(), {**defaults, **options})
    if clash is not None:
        message = f"the scenario does not fit what `{clash.id}` asks for: `{clash.said}`"
        draft.report.add("bad-number", message, entry.key.span, "choose options that fit together")
    return Scenario(
        id=entry.key.text,
        options=options,
        players=count,
        text=text_at(entry.value, "text", draft.language),
        span=entry.key.span,
    )


def option_values(node: Node | None, draft: Draft) -> dict[str, object]:
    """Return the values that a mapping gives to options, in their run-time form."""
    found: dict[str, object] = {}
    for entry in entries_of(node):
        option = _option_named(entry.key, draft)
        tree = expression_of(entry.value, draft.report)
        if option is not None and tree is not None:
            value = check_constant(tree, draft.world, option.type)
            found[option.id] = value
            if not fits(option, value):
                message = f"`{tree.span.text}` is not among the values of `{option.id}`"
                draft.report.add("bad-number", message, tree.span)
    return found


def _option_named(word: Scalar, draft: Draft) -> Option | None:
    """Return the option that a word names, which people can choose; None after a diagnostic."""
    option = draft.world.options.get(word.text)
    if option is not None and option.id != PLAYER_COUNT:
        return option
    names = [name for name in draft.world.options if name != PLAYER_COUNT]
    unknown(draft.report, "unknown-option", "option", word.text, word.span, names)
    return None
