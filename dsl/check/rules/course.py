"""Check the course of a match: phases, the end, the policy and scenarios."""

from __future__ import annotations

import re
from typing import Final

from dsl.check.expressions.amounts import check_constant
from dsl.check.expressions.expressions import (
    check_as,
    check_condition,
    check_expression,
    fit_or_report,
)
from dsl.check.expressions.name_helps import FEWEST_WORDS, MOST_WORDS
from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.options import fits
from dsl.check.nouns.zones import count_of, winners_of
from dsl.check.rules.actions import PASS
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft, PhaseText
from dsl.check.scopes.scope import Scope, element_scope, scope_at
from dsl.check.scopes.types import read_zone
from dsl.check.steps.bodies import check_body, check_condition_formula, check_formula, effect_of
from dsl.check.steps.conditions import option_condition
from dsl.check.steps.steps import check_loop_source
from dsl.check.texts.package import expression_of
from dsl.check.texts.texts import text_of
from dsl.keys.course import EndKeys, PhaseKeys, PolicyKeys, ScenarioKeys
from dsl.keys.files import SectionKeys
from dsl.model import documents as d
from dsl.model.expressions import Constant
from dsl.model.game import End, Phase, Policy, Scenario
from dsl.model.nouns import PLAYER_COUNT, Option
from dsl.model.steps import Formula, SlotInfo
from dsl.model.types import INT, NONE, PLAYER, UNKNOWN, ListOf, Maybe, SetOf, element_of, plain_type
from dsl.records import Record
from dsl.syntax.parser import parse_expression, parse_loop
from dsl.words.folding import refused

CONTENTS: Final = (PhaseKeys.do, PhaseKeys.offer, PhaseKeys.phases)
LOOPS: Final = (PhaseKeys.turns, PhaseKeys.asks, PhaseKeys.for_)
MISSPELT: Final = "turn"
"""Reported as a key that does not belong here; whose turn it is is known all the same."""


class Around(Record):
    """What the phases around a phase hand in: their elements, and whether there is a `me`."""

    given: tuple[SlotInfo, ...] = ()
    has_me: bool = False


class Loop(Record):
    """How often the body of a phase is done."""

    sort: str | None
    source: Formula | None
    while_condition: Formula | None
    element: SlotInfo | None


def check_phases(draft: Draft) -> None:
    """Fill `Draft.setup` and `Draft.phases`."""
    draft.setup, draft.phases = (
        tuple(_phase(text, Around(), draft) for text in draft.phase_texts.get(section.name, ()))
        for section in (SectionKeys.setup, SectionKeys.phases)
    )


def _phase(text: PhaseText, around: Around, draft: Draft) -> Phase:
    """Check one phase and those inside it."""
    loop = _loop(text.node, around, draft)
    own = () if loop.element is None else (loop.element,)
    has_me = around.has_me or loop.sort == "turns" or d.child(text.node, MISSPELT) is not None
    inside = Around((*around.given, *own), has_me)
    _check_contents(text, draft)
    keys = PhaseKeys(text.node)
    is_nested = keys.phases is not None
    # a phase that is a lone text is its steps
    steps = text.node if isinstance(text.node, d.Scalar) else keys.do
    do = None if steps is None else effect_of(steps, draft)
    own_scope = _scope(inside, draft, text.id)
    return Phase(
        id=text.id,
        loop=loop.sort,
        source=loop.source,
        slot=None if loop.element is None else len(around.given),
        while_condition=loop.while_condition,
        repeat=bool(keys.repeat),
        asks=keys.asks is not None,
        body=None if do is None else check_body(do, own_scope, len(inside.given)),
        offer=_offer(text, inside, draft),
        phases=tuple(_phase(p, inside, draft) for p in text.phases) if is_nested else None,
        given=around.given,
        text=text_of(keys.text, draft.language),
        only_if=option_condition(keys.only_if, draft),
        span=text.span,
    )


def _scope(around: Around, draft: Draft, phase: str = "") -> Scope:
    """Return the scope of a phase's texts."""
    has_me = "yes" if around.has_me else "no"
    owner = f"phase:{phase}" if phase else ""
    return scope_at(draft.world, given=around.given, has_me=has_me, owner=owner)


def _check_contents(text: PhaseText, draft: Draft) -> None:
    """Report a phase without a body, or with more than one, and loops that do not go together."""
    if d.scalar_of(text.node) is not None:
        return
    found = [key for key in CONTENTS if key.at(text.node)]
    joined = any(text.id in action.phases for action in draft.actions)
    if len(found) > 1 or (not found and not joined):
        key = "bad-phase.two-bodies" if found else "bad-phase.no-body"
        draft.report.add(key, text.span, name=text.id)
    loops = [key for key in LOOPS if key.at(text.node)]
    if len(loops) > 1:
        draft.report.add(
            "bad-phase.phase-both",
            text.span,
            name=text.id,
            loops=loops[0].name,
            loops_2=loops[1].name,
        )
    keys = PhaseKeys(text.node)
    is_again = bool(keys.repeat)
    is_asking = is_again and loops == [PhaseKeys.asks]
    if is_asking and not joined and PhaseKeys.offer not in found:
        draft.report.add("bad-phase.asks-again-without-offer", text.span, name=text.id)
    if is_asking and keys.while_ is not None:
        draft.report.add("bad-phase.asks-again-and-loops", text.span, name=text.id)
    if is_again and not {PhaseKeys.turns, PhaseKeys.asks} & set(loops):
        draft.report.add("bad-phase.phase-repeats-without", text.span, name=text.id)


def _loop(node: d.Node, around: Around, draft: Draft) -> Loop:
    """Return how often the body is done, and the element of a `for`."""
    keys = PhaseKeys(node)
    turns, each = keys.turns or keys.asks, keys.for_
    if turns is not None and d.items_or_one(turns):
        tree, scope = expression_of(turns, draft.report), _scope(around, draft)
        source = None
        if tree is not None:
            players = check_loop_source(tree, scope, "it")
            players = fit_or_report(players, ListOf(PLAYER), scope, tree.span)
            source = Formula(tuple(scope.slots.infos), len(around.given), players)
        inside = Around(around.given, has_me=True)
        return Loop("turns", source, _while(node, inside, draft), None)
    if each is not None:
        parsed, scope = parse_loop(each, draft.report), _scope(around, draft)
        source, element = None, None
        if parsed is not None:
            found = check_loop_source(parsed[1], scope, parsed[0].text)
            source = Formula(tuple(scope.slots.infos), len(around.given), found)
            element = SlotInfo(parsed[0].text, element_of(found.type))
        own = () if element is None else (element,)
        inside = Around((*around.given, *own), around.has_me)
        return Loop("for", source, _while(node, inside, draft), element)
    condition = _while(node, around, draft)
    return Loop(None if condition is None else "while", condition, condition, None)


def _while(node: d.Node, around: Around, draft: Draft) -> Formula | None:
    """Return the condition of a `while`."""
    tree = expression_of(PhaseKeys(node).while_, draft.report)
    if tree is None:
        return None
    scope = _scope(around, draft)
    condition = check_condition(tree, scope)
    return Formula(tuple(scope.slots.infos), len(around.given), condition)


def _offer(text: PhaseText, inside: Around, draft: Draft) -> tuple[str, ...] | None:
    """Return the actions a phase offers: those it lists, then those that join by `in:`."""
    node = PhaseKeys(text.node).offer
    joined = sorted({a.id for a in draft.actions if text.id in a.phases})
    if node is None and (
        not joined or any(key.at(text.node) for key in (PhaseKeys.do, PhaseKeys.phases))
    ):
        return None
    listed: dict[str, None] = {}
    for scalar in d.scalars_of(node):
        if scalar.text in draft.world.actions:
            draft.world.used.add(("action", scalar.text))
            listed.setdefault(scalar.text)
        elif scalar.text in draft.group_texts:
            draft.world.used.add(("action", scalar.text))
            listed |= {a.id: None for a in draft.actions if scalar.text in a.groups}
        else:
            actions = [*draft.world.actions, *draft.group_texts, PASS]
            unknown(draft.report, "unknown-action", scalar.text, scalar.span, actions)
    if not inside.has_me:
        draft.report.add("no-actor.phase-offers-actions", text.span, name=text.id)
    return (*listed, *(name for name in joined if name not in listed))


def check_end(draft: Draft) -> None:
    """Fill `Draft.end`."""
    entry = draft.package.one(SectionKeys.end)
    if entry is None:
        return
    node = entry.value
    tree = expression_of(EndKeys(node).when, draft.report)
    scope = scope_at(draft.world, place="value")
    keys = EndKeys(node)
    draft.end = End(
        when=None if tree is None else check_condition_formula(tree, scope),
        rank=tuple(_rank(scalar, draft) for scalar in d.scalars_of(keys.rank)),
        winners=_winners(keys.winners, draft),
        span=entry.key.span,
        keeps=_keeps(keys.keeps, draft),
    )


def _rank(scalar: d.Scalar, draft: Draft) -> Formula:
    """Return one int over a player as local 0."""
    if _names_an_end(scalar, draft):
        return Formula((), 1, Constant(0, INT))
    tree = parse_expression(scalar, draft.report)
    scope = element_scope(draft.world, PLAYER)
    found = Constant(0, INT) if tree is None else check_as(tree, scope, INT)
    return Formula(tuple(scope.slots.infos), 1, found)


_END_WORD: Final = re.compile(r"([a-z]+)(?: +([^(].*)| *\(([^,]*)\))", re.DOTALL)


def _names_an_end(scalar: d.Scalar, draft: Draft) -> bool:
    """Return whether a rank says itself that the most is best, or the fewest, as `max points`, and
    report it: the highest number ranks first by itself."""
    match = _END_WORD.fullmatch(scalar.text.strip())
    if match is None or match[1] not in (*MOST_WORDS, *FEWEST_WORDS, "max", "min"):
        return False
    word, counted = match[1], (match[2] or match[3]).strip()
    is_most = word in ("max", *MOST_WORDS)
    plain = counted if re.fullmatch(r"[\w.-]+", counted) else f"({counted})"
    meant = counted if is_most else f"-{plain}"
    start = scalar.text.index(word)
    key = "unknown-name.most-by-itself" if is_most else "unknown-name.no-word-of-rank"
    draft.report.add(key, scalar.part(start, start + len(word)), word=word, meant=meant)
    return True


def _winners(node: d.Node | None, draft: Draft) -> Formula | None:
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
        draft.report.add("wrong-type.winners-no-players", tree.span, type=found.type)
    return Formula(tuple(scope.slots.infos), 0, found)


def _keeps(node: d.Node | None, draft: Draft) -> dict[str, Formula]:
    """Return what options are in the next match of a campaign; none where no match follows."""
    found: dict[str, Formula] = {}
    for entry in d.entries_of(node):
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
    entry = draft.package.one(SectionKeys.policy)
    if entry is not None:
        layers = d.scalars_of(PolicyKeys(entry.value).layers)
        words = ((key, key.of(entry.value)) for key in PolicyKeys.form.keys)
        said = {key.name: word.text for key, word in words if isinstance(word, d.Scalar)}
        draft.policy = Policy(layers={each.text: each.span for each in layers}, **said)


def check_scenarios(draft: Draft) -> None:
    """Fill `Draft.scenarios`."""
    for entry in unique_entries(draft, SectionKeys.scenarios):
        draft.scenarios[entry.key.text] = _scenario(entry, draft)


def _scenario(entry: d.Entry, draft: Draft) -> Scenario:
    """Return one scenario."""
    keys = ScenarioKeys(entry.value)
    players = keys.players
    count = None if players is None else count_of(players)
    low, high = draft.players.low, draft.players.high
    if players is not None and (count is None or not low <= count[0] <= count[1] <= high):
        draft.report.add(
            "bad-number.scenario-for-others", players.span, players=players.text, low=low, high=high
        )
    options = option_values(keys.options, draft)
    defaults = {id_: option.default for id_, option in draft.world.options.items()}
    clash = refused(draft.world.options.values(), {**defaults, **options})
    if clash is not None:
        draft.report.add(
            "bad-number.scenario-does-not", entry.key.span, clash=clash.id, said=clash.said
        )
    return Scenario(
        id=entry.key.text,
        options=options,
        players=count,
        text=text_of(keys.text, draft.language),
        span=entry.key.span,
    )


def option_values(node: d.Node | None, draft: Draft) -> dict[str, object]:
    """Return the values that a mapping gives to options, in their run-time form."""
    found: dict[str, object] = {}
    for entry in d.entries_of(node):
        option = _option_named(entry.key, draft)
        tree = expression_of(entry.value, draft.report)
        if option is not None and tree is not None:
            value = check_constant(tree, draft.world, option.type)
            found[option.id] = value
            if not fits(option, value):
                draft.report.add(
                    "bad-number.said-not-among-values",
                    tree.span,
                    written=tree.span.text,
                    option=option.id,
                )
    return found


def _option_named(word: d.Scalar, draft: Draft) -> Option | None:
    """Return the option that a word names, which people can choose; None after a diagnostic."""
    option = draft.world.options.get(word.text)
    if option is not None and option.id != PLAYER_COUNT:
        return option
    names = [name for name in draft.world.options if name != PLAYER_COUNT]
    unknown(draft.report, "unknown-option", word.text, word.span, names)
    return None
