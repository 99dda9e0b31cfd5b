"""Write packages differently: other file names, other orders, the very same matches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from cardwright.api.folders import prelude_folder
from cardwright.api.game import Game
from cardwright.api.loading import find_package
from cardwright.api.match import Match
from cardwright.api.options import Options
from dsl.load import load_sources, prelude_in
from dsl.records import Source
from soak.course import SEEDS, noted
from soak.expectations import settings_of
from soak.measure import Broken, Part, hold
from soak.roads import first_difference
from soak.settings import Setting

MATCHES, MOST_MATCHES = {"cerebria": 3, "res-arcana": 4}, 14
"""Matches of a variant; games whose matches take long have fewer."""

SECTIONS = frozenset({"values", "events", "actions", "state", "options"})
"""Sections that name their entries, so that their order means nothing; lists of them keep it."""

WAYS = ("files", "cards", "files and cards", "entries", "all")


def check(game: str, chance: Random, number: int, part: Part) -> None:
    """Hold that a package written differently plays the same matches.

    Settings with expansions are tried elsewhere.
    """
    way = WAYS[number % len(WAYS)]
    sources = varied(sources_of(find_package(game).folder), way, chance)
    loaded = load_sources(sources, game, prelude_in(prelude_folder()))
    model = loaded.game
    if model is None:
        raise Broken(f"{way}: {[each.message for each in loaded.diagnostics][:3]}")
    settings = [s for s in settings_of(game) if dict(s.options).keys() <= model.options.keys()]
    matches = MATCHES.get(game, MOST_MATCHES)
    for match in range(matches):
        setting = settings[match * 7 % len(settings)]
        play = Game(model, Options(model).settled(dict(setting.options)))
        expected, found = _plain(setting, match), told(play, setting, match)
        hold(expected == found, f"{way}, match {match}: {first_difference(expected, found)}")
    part.tally[f"way:{way}"] += 1
    part.tally["matches"] += matches


@cache
def _plain(setting: Setting, match: int) -> Any:
    return told(setting.play, setting, match)


def told(play: Game, setting: Setting, number: int) -> Any:
    """Return the course of a match without what numbers operations: asked whom for what, labels,
    where all cards lie by name, values, outcome."""
    chance = Random(f"{setting.name} {number}")
    match = play.start(setting.players, chance.randrange(SEEDS), events=False)
    match.keeps_history = False

    def note(match: Match, index: int) -> tuple[Any, ...]:
        decision = match.decision
        assert decision is not None
        return decision.player, decision.kind, decision.labels, *_position(match)

    return [*noted(match, chance, note), (match.outcome, *_position(match))]


def _position(match: Match) -> tuple[Any, ...]:
    """Return a position without operation numbers and the order of fields."""
    st, program = match.state, match.machine.program
    ids = match.machine.definition_ids
    fields = [(str(field.key), st.values[place]) for place, field in program.layout.places(st)]
    zones = [
        (str(program.families[family].key), owner, tuple(cards))
        for family, owner, cards in zip(st.zone_families, st.zone_owners, st.zones, strict=True)
    ]
    cards = tuple(ids[definition] for definition in st.entity_definitions)
    return sorted(fields, key=str), sorted(zones, key=str), cards, st.actions, st.learned


def sources_of(folder: Path) -> list[Source]:
    """Return the texts of a package without its expansions, by path."""
    found = (path for path in folder.rglob("*.yaml"))
    paths = sorted(path for path in found if path.relative_to(folder).parts[0] != "expansions")
    return [
        Source(f"{folder.name}/{path.relative_to(folder).as_posix()}", path.read_text("utf-8"))
        for path in paths
    ]


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
    is_card = any(line.startswith("kind:") for line in source.text.splitlines())
    name = path.stem if is_card else f"f{chance.randrange(10**6)}"  # a card has its file's name
    return Source(f"{folder.as_posix()}/{name}.yaml", source.text)


def _reordered(source: Source, way: str, chance: Random) -> Source:
    """Return a text with cards, or named entries, in another order."""
    roots = list(yaml.compose_all(source.text, yaml.SafeLoader))
    for root in roots:
        if not isinstance(root, yaml.MappingNode):
            continue
        for key, value in root.value:
            is_named = key.value in SECTIONS and isinstance(value, yaml.MappingNode)
            if key.value == "cards" and way != "entries" and isinstance(value, yaml.SequenceNode):
                chance.shuffle(value.value)
                for part, below in (pair for entry in value.value for pair in entry.value):
                    if part.value == "rows":
                        chance.shuffle(below.value)
            elif way in ("entries", "all") and is_named:
                chance.shuffle(value.value)
        if way in ("entries", "all"):
            chance.shuffle(root.value)
    text = yaml.serialize_all(roots, Dumper=yaml.SafeDumper, allow_unicode=True, width=10_000)
    return Source(source.path, text)


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
