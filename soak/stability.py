"""Write packages differently: other file names, other orders, the very same matches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from cardwright.game import Game
from cardwright.options import settle_options
from cardwright.packages import find_package, prelude_folder
from dsl.load import load_sources, prelude_in
from dsl.source import Source
from soak.expectations import GAMES, settings_of
from soak.measure import Measure, Part, each, hold
from soak.packages_text import sources_of
from soak.settings import Setting
from soak.walker import first_difference

COUNT = 20
"""Variants of each game."""

MATCHES = {"cerebria": 3, "res-arcana": 4}
MOST_MATCHES = 14
"""Matches of a variant; games whose matches take long have fewer."""

COSTS = {
    "cerebria": 6.0,
    "equilibrion": 1.4,
    "dream-tricks": 0.6,
    "res-arcana": 6.4,
    "worldmonger": 2.3,
}
SECTIONS = frozenset({"values", "events", "actions", "state", "options"})
"""Sections that name their entries, so that their order means nothing; lists of them keep it."""

WAYS = ("files", "cards", "files and cards", "entries", "all")


def measures() -> Iterator[Measure]:
    """Yield one measure a game."""
    for game in GAMES:
        name = f"stability/{game}"
        run = each(name, _check_of(game))
        yield Measure(name=name, game=game, count=COUNT, cost=COSTS[game], run=run)


def _check_of(game: str) -> Any:
    def check(chance: Random, number: int, part: Part) -> None:
        way = WAYS[number % len(WAYS)]
        sources = varied(sources_of(find_package(game).folder), way, chance)
        loaded = load_sources(sources, game, prelude_in(prelude_folder()))
        hold(loaded.game is not None, f"{way}: {[d.message for d in loaded.diagnostics][:3]}")
        settings = [s for s in settings_of(game) if dict(s.options).keys() <= _options(loaded.game)]
        matches = MATCHES.get(game, MOST_MATCHES)
        for match in range(matches):
            setting = settings[match * 7 % len(settings)]
            expected = _trace(setting, match)
            found = told(_play_of(loaded.game, setting), setting, match)
            reason = f"{way}, match {match}: {first_difference(expected, found)}"
            hold(expected == found, reason)
        part.tally[f"way:{way}"] += 1
        part.tally["matches"] += matches

    return check


def _options(model: Any) -> set[str]:
    """Return the options of a game by itself: expansions are tried elsewhere."""
    return set(model.options)


def _play_of(model: Any, setting: Setting) -> Game:
    return Game(model, settle_options(model, dict(setting.options)))


@cache
def _trace(setting: Setting, match: int) -> Any:
    return told(setting.play, setting, match)


def told(play: Game, setting: Setting, number: int) -> Any:
    """Return the course of a match without what numbers operations: asked whom for what, labels,
    where all cards lie by name, values, outcome."""
    chance = Random(f"{setting.name} {number}")
    match = play.start(setting.players, chance.randrange(1 << 40), events=False)
    match.keeps_history = False
    found = []
    while not match.over:
        decision, st = match.decision, match.state
        assert decision is not None
        found.append((decision.player, decision.kind, decision.labels, *_position(match)))
        match.apply(chance.randrange(len(st.ask.options)))
    found.append((match.outcome, *_position(match)))
    return found


def _position(match: Any) -> tuple[Any, ...]:
    """Return a position without operation numbers and the order of fields."""
    st, program = match.state, match.machine.program
    ids = match.machine.definition_ids
    fields = [(str(field.key), st.values[place]) for place, field in _fields(match)]
    zones = [
        (str(program.families[family].key), owner, tuple(cards))
        for family, owner, cards in zip(st.zone_families, st.zone_owners, st.zones, strict=True)
    ]
    cards = tuple(ids[definition] for definition in st.entity_definitions)
    return sorted(fields, key=str), sorted(zones, key=str), cards, st.actions, st.learned


def _fields(match: Any) -> Any:
    return match.machine.program.layout.places(match.state)


# --- writing differently ----------------------------------------------------------------------


def varied(sources: list[Source], way: str, chance: Random) -> list[Source]:
    """Return the texts of a package written differently.

    Args:
        way: Of `WAYS`; `entries` orders the entries of sections anew and splits cards into files.
    """
    found = list(sources)
    if way != "files":
        found = [_reordered(source, way, chance) for source in found]
    if way in ("entries", "all"):
        found = [part for source in found for part in _split(source)]
    if way in ("files", "files and cards", "all"):
        found = [_renamed(source, chance) for source in found]
        chance.shuffle(found)
    return found


def _renamed(source: Source, chance: Random) -> Source:
    path = Path(source.path)
    if path.name == "game.yaml":
        return source
    folder = chance.choice((path.parent, path.parents[-2] / f"d{chance.randrange(9)}"))
    name = path.stem if _is_card(source) else f"f{chance.randrange(10**6)}"
    return Source(f"{folder.as_posix()}/{name}.yaml", source.text)


def _is_card(source: Source) -> bool:
    """Return whether a file is one card, whose id is the file's name."""
    return any(line.startswith("kind:") for line in source.text.splitlines())


def _reordered(source: Source, way: str, chance: Random) -> Source:
    """Return a text with cards, or named entries, in another order."""
    roots = list(yaml.compose_all(source.text, yaml.SafeLoader))
    for root in roots:
        if not isinstance(root, yaml.MappingNode):
            continue
        for key, value in root.value:
            if key.value == "cards" and way != "entries" and isinstance(value, yaml.SequenceNode):
                _shuffle_cards(value, chance)
            elif way in ("entries", "all") and _is_named(key, value):
                chance.shuffle(value.value)
        if way in ("entries", "all"):
            chance.shuffle(root.value)
    text = yaml.serialize_all(roots, Dumper=yaml.SafeDumper, allow_unicode=True, width=10_000)
    return Source(source.path, text)


def _is_named(key: yaml.Node, value: yaml.Node) -> bool:
    return key.value in SECTIONS and isinstance(value, yaml.MappingNode)


def _shuffle_cards(cards: yaml.SequenceNode, chance: Random) -> None:
    chance.shuffle(cards.value)
    for entry in cards.value:
        for key, value in entry.value:
            if key.value == "rows":
                chance.shuffle(value.value)


def _split(source: Source) -> Iterator[Source]:
    """Yield a text of cards as one file an entry; others as they are."""
    roots = list(yaml.compose_all(source.text, yaml.SafeLoader))
    keys = [key.value for key, _ in roots[0].value] if len(roots) == 1 else []
    if keys != ["cards"]:
        yield source
        return
    cards = roots[0].value[0]
    for number, entry in enumerate(cards[1].value):
        one = yaml.SequenceNode(cards[1].tag, [entry], flow_style=False)
        root = yaml.MappingNode(roots[0].tag, [(cards[0], one)], flow_style=False)
        text = yaml.serialize(root, Dumper=yaml.SafeDumper, allow_unicode=True, width=10_000)
        yield Source(source.path.replace(".yaml", f"-{number}.yaml"), text)
