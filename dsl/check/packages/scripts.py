"""Check scripted games and examples, and all those of a package: one record, two forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from msgspec.structs import replace

from dsl.check.expressions.names_declared import unknown
from dsl.check.packages.positions import Stage, as_set_up, position_of, usual_players
from dsl.check.packages.script_steps import STEPS, expect_of, steps_of, texts_of
from dsl.check.rules.course import option_values
from dsl.check.scopes.collect import noun
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import head_span, seed_of
from dsl.check.texts.texts import text_of
from dsl.diagnostics.diagnostic import Label
from dsl.diagnostics.wording import Said
from dsl.keys.course import EventKeys
from dsl.keys.examples import ExampleKeys, ScriptKeys, WorldKeys
from dsl.keys.files import ImprintKeys, SectionKeys
from dsl.keys.nouns import KeywordKeys, KindKeys, OfCardKeys, PlayersKeys
from dsl.model import documents as d
from dsl.model.scripts import Position, Script, ScriptStep, Take

POSITIONS = ((WorldKeys.given, True), (WorldKeys.arrange, False))
"""Keys of positions, and whether these are whole."""


def script_of(document: d.Document, draft: Draft, game: str) -> Script | None:
    """Return a scripted game; None where it is for another game."""
    root = document.root
    keys = ScriptKeys(root)
    title, named = keys.script, keys.game
    if title is None:
        return None
    if named is not None and game and named.text != game:
        unknown(draft.report, "unknown-game", named.text, named.span, [game], "game here")
        return None
    stage = _stage(root, draft, None)
    recorded = PurePath(document.source.path).with_suffix("")
    slug = re.sub(r"[^a-z0-9]+", "-", title.text.lower()).strip("-")
    with stage.seated():
        items = d.items_of(keys.steps)
        steps = [step for item in items for step in steps_of(item, stage)]
        return _record(
            root, title.text.strip(), game, stage, steps, f"{recorded}.{slug}.transcript"
        )


def example_of(node: d.Node, draft: Draft, game: str, card: str | None, title: str) -> Script:
    """Return an example that stands on a card, an event, a value, an action or alone."""
    stage = _stage(node, draft, card)
    named = ExampleKeys(node).id
    with stage.seated():
        steps = list(_example_steps(node, stage))
        own_title = title if named is None else named.text
        return _record(node, own_title, game, stage, steps, None)


def _example_steps(node: d.Node, stage: Stage) -> Iterator[ScriptStep | None]:
    """Yield the steps of an example: what is done, what is played, what then holds."""
    first = _first_chance(node)
    for entry in d.entries_of(node):
        if entry in first:
            continue
        if entry.key.text == "play" and isinstance(node, d.Mapping):
            yield Take(who=None, answers=texts_of(entry.value), span=entry.value.span)
        elif entry.key.text in ("then", "expect"):
            for item in d.items_or_one(entry.value):
                yield expect_of(item, stage)
        elif (
            entry.key.text in STEPS and entry.key.text != "options" and isinstance(node, d.Mapping)
        ):
            yield STEPS[entry.key.text](entry, node, stage)
        elif entry.key.text == "steps":
            for item in d.items_of(entry.value):
                yield from steps_of(item, stage)


def _stage(node: d.Node, draft: Draft, card: str | None) -> Stage:
    """Return who plays; the number of players must be one the game allows."""
    own_keys = ExampleKeys(node)
    named = own_keys.players
    if named is None:
        # where the record does not arrange a part, that of the kinds of its card is all of it
        keys = [key for key, _, _ in _written(node)]
        shared = _shared(card, draft) if not keys or "given" in keys else ()
        return Stage(draft=draft, players=usual_players((*shared, node), draft), card=card)
    players = tuple(scalar.text for scalar in d.scalars_of(named))
    what, (low, high) = noun("game"), (draft.players.low, draft.players.high)
    said = own_keys.scenario
    scenario = None if said is None else draft.scenarios.get(said.text)
    if scenario is not None and scenario.players is not None:
        what, (low, high) = noun("scenario"), scenario.players
    if not low <= len(players) <= high or len(set(players)) != len(players):
        entry = draft.package.one(SectionKeys.players)
        count = None if entry is None else PlayersKeys(entry.value).count
        labels = () if count is None else (Label(count.span, Said("help.declared")),)
        draft.report.add(
            "bad-number.players-each-name", named.span, labels=labels, what=what, low=low, high=high
        )
    return Stage(draft=draft, players=players or ("ada",), card=card)


def _shared(card: str | None, draft: Draft) -> tuple[d.Node, ...]:
    """Return what the kinds of a card say that positions of examples begin with, bases first."""
    kind = None if card is None else draft.world.definitions.get(card)
    kinds = () if kind is None else reversed(draft.world.lineage(kind))
    found = (KindKeys(draft.kind_nodes[each]).given for each in kinds)
    return tuple(node for node in found if node is not None)


def _written(node: d.Node) -> Iterator[tuple[str, bool, d.Node]]:
    """Yield the positions that a record says, those of its `worlds` too: key, whether they are
    whole, what stands there."""
    for item in (node, *d.items_of(ExampleKeys(node).worlds)):
        for key, is_whole in POSITIONS:
            inner = key.of(item)
            if inner is not None:
                yield key.name, is_whole, inner


def _record(
    node: d.Node,
    title: str,
    game: str,
    stage: Stage,
    steps: list[ScriptStep | None],
    recorded: str | None,
) -> Script:
    """Return the checked record."""
    draft = stage.draft
    keys = ExampleKeys(node)
    named = keys.scenario
    found: dict[str, object] = {}
    if named is not None and named.text in draft.scenarios:
        found.update(draft.scenarios[named.text].options)
    elif named is not None:
        names = list(draft.scenarios)
        unknown(draft.report, "unknown-scenario", named.text, named.span, names)
    found.update(option_values(keys.options, draft))
    return Script(
        title=title,
        game=game,
        card=stage.card,
        options=found,
        players=stage.players,
        seed=seed_of(keys.seed) or 0,
        positions=tuple(_positions(node, stage)),
        chance=tuple(each for entry in _first_chance(node) for each in texts_of(entry.value)),
        steps=tuple(step for step in steps if step is not None),
        checks=texts_of(keys.check),
        text=text_of(keys.text, draft.language),
        recorded=recorded,
        span=head_span(node),
    )


def _first_chance(node: d.Node) -> list[d.Entry]:
    """Return what chance decides as soon as a position begins: what stands before the position of
    an example, and beside that of a script."""
    entries = d.entries_of(node)
    if ScriptKeys(node).script is None:
        positions = {key.name for key, _ in POSITIONS}
        place = next((n for n, entry in enumerate(entries) if entry.key.text in positions), 0)
        entries = entries[:place]
    return [entry for entry in entries if entry.key.text == ScriptKeys.chance.name]


def _positions(node: d.Node, stage: Stage) -> Iterator[Position]:
    """Yield the position a record begins with, or the several `worlds` that all run; a world that
    arranges nothing is as set up, an example that says nothing as the kinds of its card are."""
    worlds, shared = d.items_of(ExampleKeys(node).worlds), _shared(stage.card, stage.draft)
    if shared and not worlds and not any(_written(node)):
        yield position_of(shared, stage, is_whole=True)
    yield from _positions_in(node, stage, shared)
    for world in worlds:
        found = [*_positions_in(world, stage, shared)] or [as_set_up(world.span)]
        seed = seed_of(WorldKeys(world).seed)
        yield from (replace(each, seed=seed) for each in found)


def _positions_in(node: d.Node, stage: Stage, shared: tuple[d.Node, ...]) -> Iterator[Position]:
    for key, is_whole in POSITIONS:
        inner = key.of(node)
        if inner is not None:
            yield position_of((*shared, inner) if is_whole else (inner,), stage, is_whole=is_whole)


def check_examples(draft: Draft) -> None:
    """Fill `Draft.examples`."""
    game = _game_id(draft)
    for place, card, items in _examples(draft):
        for number, item in enumerate(items, start=1):
            if not _belongs(item, draft):
                continue
            draft.examples.append(example_of(item, draft, game, card, f"{place} {number}"))


def check_scripts(draft: Draft) -> None:
    """Fill `Draft.scripts`, as they stand in the files, these by path."""
    documents = [each for each in draft.package.scripts if _belongs(each.root, draft)]
    found = [script_of(document, draft, _game_id(draft)) for document in documents]
    draft.scripts = [script for script in found if script is not None]


def _belongs(node: d.Node, draft: Draft) -> bool:
    """Return whether a script runs with just the expansions that are in.

    It runs with that of its own package, what it says it requires, and what these require. What
    scripts of the game ask for is asked for where no expansion is in.
    """
    own, named = node.span.source.package, d.scalars_of(ExampleKeys(node).requires)
    if not draft.parts and not named:
        return not own
    wanted = {own, *(scalar.text for scalar in named)}
    known = draft.closures.keys() | {"", _game_id(draft)}
    whole = {each for id_ in wanted & draft.closures.keys() for each in draft.closures[id_]} - {""}
    if wanted <= known and whole == {part.expansion for part in draft.parts}:
        return True
    if named and (own or not draft.parts):
        draft.combinations.add(frozenset(wanted - {"", _game_id(draft)}))
    return False


def _game_id(draft: Draft) -> str:
    """Return the id of the game."""
    scalar = ImprintKeys(draft.package.manifest).id
    return "" if scalar is None else scalar.text


def _examples(draft: Draft) -> Iterator[tuple[str, str | None, Iterable[d.Node]]]:
    """Yield every list of examples with what it stands on and the card, if it is one."""
    package = draft.package
    yield "example", None, package.items(SectionKeys.examples)
    for section in ("values", "events", "actions"):
        for entry in package.entries(section):
            for variant in d.items_or_one(entry.value):
                yield entry.key.text, None, d.items_of(EventKeys(variant).examples)
    for name, node in draft.kind_nodes.items():
        yield name, None, d.items_of(EventKeys(node).examples)
    for word in draft.keywords.values():
        yield word.name, None, d.items_of(KeywordKeys(word.node).examples)
    for card in package.cards:
        yield card.id.text, card.id.text, d.items_of(OfCardKeys(card).examples)
