"""Check the steps of scripts and examples, one function a sort of step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Table
from typing import Final, TypeAlias

from dsl.check.packages.positions import Stage, position_of
from dsl.check.rules.course import option_values
from dsl.check.scopes.scope import scope_at
from dsl.check.steps.arguments import distribute, event_of_pattern
from dsl.check.steps.bodies import check_body, effect_of
from dsl.check.steps.events import report_event
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.examples import HowEndedKeys, PastEventKeys, StepKeys, UndoneKeys
from dsl.model import documents as d
from dsl.model.scripts import (
    Asked,
    Chance,
    DoSteps,
    Ended,
    Expect,
    FaultIs,
    Happened,
    Illegal,
    OptionsAre,
    Random,
    Rearrange,
    SameView,
    SaveAndLoad,
    ScriptStep,
    Take,
    Undo,
)
from dsl.model.types import PLAYER
from dsl.syntax.parser import parse_pattern

AFTER: Final = "after"
"""What stands beside a player, with answers that come before."""
Rule: TypeAlias = Callable[[d.Entry, d.Mapping, Stage], ScriptStep | None]
UNTIL: Final = re.compile(r"until the (round|game|turn) ends")


def steps_of(node: d.Node, stage: Stage) -> Iterator[ScriptStep | None]:
    """Yield one step as written; each condition of a list under `expect` is one."""
    listed = StepKeys(node).expect
    if isinstance(listed, d.Sequence):
        for item in listed.items:
            yield expect_of(item, stage)
    else:
        yield step_of(node, stage)


def step_of(node: d.Node, stage: Stage) -> ScriptStep | None:
    """Return one step; None after a diagnostic."""
    if isinstance(node, d.Scalar):
        if node.text == "undo":
            return Undo(decisions=1, refused=False, span=node.span)
        if node.text == "save":
            return SaveAndLoad(span=node.span)
        stage.draft.report.add("bad-choice.no-step-script", node.span, written=node.text)
        return None
    if not isinstance(node, d.Mapping) or not node.entries:
        return None
    for entry in node.entries:
        if entry.key.text in STEPS:
            return STEPS[entry.key.text](entry, node, stage)
    return _take(node.entries[0], node, stage)


def texts_of(node: d.Node | None) -> tuple[str, ...]:
    """Return the texts of a list, or a lone one."""
    return tuple(scalar.text for scalar in d.scalars_of(node))


def _take(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `ada: [place-artifact, athanor]`."""
    word, steps, names = entry.key.text, sorted(STEPS), ", ".join(stage.players)
    if word not in ("me", *stage.seats):
        near = nearest(word, [*stage.seats, *steps])
        helps = (
            (Instead.of(near, word),)
            if near
            else (Said("help.write-answers-one", names=names, steps=tuple(steps)),)
        )
        stage.draft.report.add("unknown-name.no-step-script", entry.key.span, *helps, word=word)
        return None
    who = stage.player(entry.key)
    return None if who is None else Take(who=who, answers=texts_of(entry.value), span=node.span)


def _expect(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `expect: condition`."""
    return expect_of(entry.value, stage)


def expect_of(node: d.Node, stage: Stage) -> Expect:
    """Return a condition that must hold now."""
    text = node.text if isinstance(node, d.Scalar) else ""
    return Expect(condition=stage.condition(node), text=text.strip(), span=node.span)


def _player_and_rest(entry: d.Entry, stage: Stage) -> tuple[str, tuple[str, ...]] | None:
    """Return the player and the texts in `{ada: [a, b]}`."""
    named = [inner for inner in d.entries_of(entry.value) if inner.key.text != AFTER]
    players = [stage.player(inner.key) for inner in named]
    if not named or None in players:
        return None
    return str(players[0]), texts_of(named[0].value)


def _options(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `options: {ada: [a, b], after: [play]}`."""
    found = _player_and_rest(entry, stage)
    if found is None:
        return None
    after = texts_of(d.child(entry.value, AFTER))
    return OptionsAre(who=found[0], after=after, labels=found[1], span=node.span)


def _illegal(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `illegal: {ada: [play, red-3]}`."""
    found = _player_and_rest(entry, stage)
    return None if found is None else Illegal(who=found[0], answers=found[1], span=node.span)


def _happened(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `happened: draw 1 by bo`, `never: …`, `happened: {event: …, times: 2}`."""
    keys = PastEventKeys(entry.value)
    scalar = d.scalar_of(entry.value) or keys.event
    tree = None if scalar is None else parse_pattern(scalar, stage.draft.report)
    if scalar is None or tree is None:
        return None
    scope = stage.scope()
    head = event_of_pattern(tree.event, scope)
    if head is None:
        report_event(tree.event, scope, is_pattern=True)
        return None
    if tree.condition is not None:
        stage.draft.report.add("bad-pattern.take-no-they", tree.condition.span)
        return None
    given = distribute(head, tree.argument, tree.prepositions, scope)
    pairs = enumerate(zip(head.slots, given.slots, strict=True))
    return Happened(
        event=head.id,
        arguments={i: stage.tree_formula(part, slot.type)
                   for i, (slot, part) in pairs if part is not None},
        actor=None if given.by is None else stage.tree_formula(given.by, PLAYER),
        times=d.number_of(keys.times),
        never=entry.key.text == "never",
        text=scalar.text.strip(),
        span=node.span,
    )  # fmt: skip


def _chance(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `chance: [5, 2]`."""
    return Chance(answers=texts_of(entry.value), span=node.span)


def _random(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `random: until the round ends`, `random: 20`."""
    number, scalar = d.number_of(entry.value), d.scalar_of(entry.value)
    match = None if scalar is None else UNTIL.fullmatch(scalar.text.strip())
    if number is None and match is None:
        stage.draft.report.add("bad-choice.does-not-say", entry.value.span)
        return None
    return Random(until=None if match is None else match[1], decisions=number, span=node.span)


def _ended(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `ended: {winners: [ada]}`, `ended: draw`, `ended: true`."""
    lone = d.scalar_of(entry.value)
    if lone is not None:
        outcome = None if d.flag_of(lone) else lone.text
        return Ended(winners=None, outcome=outcome, span=node.span)
    keys = HowEndedKeys(entry.value)
    winners = keys.winners
    outcome_word = keys.outcome
    names = None
    if winners is not None:
        found = [stage.player(s) for s in d.scalars_of(winners) if s.text not in ("nobody", "none")]
        names = tuple(name for name in found if name is not None)
    outcome = None if outcome_word is None else outcome_word.text
    kept = keys.keeps
    keeps, is_last = option_values(kept, stage.draft), d.scalar_of(kept) is not None
    return Ended(winners=names, outcome=outcome, span=node.span, keeps=keeps, is_last=is_last)


def _do(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `do: steps`, with `by: bo` beside it."""
    by = StepKeys(node).by
    scope = scope_at(stage.draft.world, self_kind=stage.kind, has_me="yes")
    return DoSteps(
        body=check_body(effect_of(entry.value, stage.draft), scope, 0),
        by=None if by is None else stage.player(by),
        span=node.span,
    )


def _rearrange(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `set: {…}` and `stack: {…}`."""
    return Rearrange(position=position_of((entry.value,), stage, is_whole=False), span=node.span)


def _asked(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `asked: ada`, `asked: nobody`."""
    scalar = d.scalar_of(entry.value)
    if scalar is None:
        return None
    who = None if scalar.text in ("nobody", "none") else stage.player(scalar)
    return Asked(who=who, span=node.span)


def _undo(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `undo: 2`, `undo: {decisions: 2, refused: true}`."""
    keys = UndoneKeys(entry.value)
    number = d.number_of(entry.value) or d.number_of(keys.decisions) or 1
    return Undo(decisions=number, refused=bool(keys.refused), span=node.span)


def _save(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `save: true`."""
    return SaveAndLoad(span=node.span)


def _error(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `error: budget-exceeded`."""
    scalar = d.scalar_of(entry.value)
    return None if scalar is None else FaultIs(fault=scalar.text, span=node.span)


def _same_view(entry: d.Entry, node: d.Mapping, stage: Stage) -> ScriptStep | None:
    """Return `same-view: ada`."""
    scalar = d.scalar_of(entry.value)
    who = None if scalar is None else stage.player(scalar)
    return None if who is None else SameView(who=who, span=node.span)


STEPS: Final[Table[str, Rule]] = {
    "expect": _expect,
    "options": _options,
    "illegal": _illegal,
    "happened": _happened,
    "never": _happened,
    "chance": _chance,
    "random": _random,
    "ended": _ended,
    "do": _do,
    "set": _rearrange,
    "stack": _rearrange,
    "asked": _asked,
    "undo": _undo,
    "save": _save,
    "error": _error,
    "same-view": _same_view,
}
