"""List what the things of a game are called, by the keys under which cards are found.

A key is as in `cardwright.apps.cards.facts`: `event:draw`, `zone:player.hand`, `card:city`.
What can be written for it are its id, its text in any language, and for a zone or state of a
player the name without its owner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from cardwright.apps.cards.folding import joined
from cardwright.apps.cards.index import Label
from cardwright.apps.cards.query_reader import MESSAGES, in_all
from dsl import VOCABULARY, Language, Phrase
from dsl.model.game import Game
from dsl.model.nouns import Definition

_ID: Final = re.compile(r"[a-z][a-z0-9-]*")


@cache
def fixed() -> Mapping[str, tuple[str, ...]]:
    """Return what is called the same in every game, by key, in each language of the program."""
    own = (key.removeprefix("label.") for key in MESSAGES if key.startswith("label."))
    natives = VOCABULARY.natives.values()
    return {key: tuple(in_all(f"label.{key}")) for key in own} | {
        f"event:{row.name}": tuple(Language(tag).worded(row.label) for tag in Language.OWN)
        for row in natives
    }


def labels_of(models: Iterable[Game]) -> dict[str, dict[str, Label]]:
    """Return the labels of all keys of some games, by how the keys begin.

    The first game that has a key names it.
    """
    found: dict[str, tuple[str, dict[str, None]]] = {}
    for key, names in (*fixed().items(), *(pair for model in models for pair in _all(model))):
        found.setdefault(key, (names[0], {}))[1].update(
            (joined(name), None) for name in names if name
        )
    by_head: dict[str, dict[str, Label]] = {}
    for key, (shown, known) in found.items():
        by_head.setdefault(key.partition(":")[0], {})[key] = shown, tuple(known)
    return by_head


def called_in_text(models: Iterable[Game]) -> dict[str, tuple[str, ...]]:
    """Return the words of events and actions, what stands in their slots left out."""
    found: dict[str, tuple[str, ...]] = {}
    for model in models:
        for name, events in model.events.items():
            texts = [text for event in events for text in event.text.values()]
            known = found.get(f"event:{name}", ())
            new = (joined(Phrase(text).with_gaps(" ")) for text in texts)
            found[f"event:{name}"] = tuple(dict.fromkeys((*known, *new)))
    return found


def _all(model: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the keys of a game with their names, the one to show first."""
    for event in model.events:
        yield f"event:{event}", (event,)
        yield f"scope:{event}", (event,)
    for action in model.actions:
        if action.card is None:
            yield f"action:{action.id}", (action.id, *action.text.values())
    for group in model.groups:
        yield f"action:{group.id}", (group.id, *group.text.values())
        yield f"scope:{group.id}", (group.id,)
    for phase in model.every_phase:
        yield f"phase:{phase.id}", (phase.id, *phase.text.values())
        yield f"scope:{phase.id}", (phase.id, *phase.text.values())
    for zone, place in model.zones.items():
        yield f"zone:{zone.dotted}", (zone.dotted, zone.name, *place.text.values())
    for state, field in model.state.items():
        if _ID.fullmatch(state.name):
            yield f"state:{state.dotted}", (state.dotted, state.name, *field.text.values())
    yield from _called(model)


def _called(model: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield values, attributes, members, cards, kinds, expansions and sources."""
    for value in model.values:
        if _ID.fullmatch(value):
            yield f"value:{value}", (value,)
    for kind in model.kinds.values():
        yield f"kind:{kind.name}", (kind.name, *kind.text.values())
        for each in kind.attributes:
            slotless = (Phrase(text).with_gaps("").strip() for text in each.text.values())
            called = (f"{kind.name}.{each.name}", each.name, *filter(None, slotless))
            yield f"attribute:{kind.name}.{each.name}", called
            yield f"effect:{each.name}", called[1:]
    for enum in model.enums.values():
        for member, texts in zip(enum.members, enum.texts, strict=True):
            yield f"member:{enum.name}.{member}", (member, *texts.values())
    for card in model.cards:
        yield f"card:{card.id}", (card.id, *card.name.values())
        yield from ((f"source:{word}", (word,)) for word in source_words(card))
    yield f"expansion:{model.manifest.id}", (model.manifest.id, *in_all("value.none"))
    for manifest in (model.manifest, *model.expansions):
        yield f"expansion:{manifest.id}", (manifest.id, *manifest.title.values())
        for source in manifest.source:
            yield f"source:{source}", (source,)


def source_words(card: Definition) -> Iterator[str]:
    """Yield the words that say where a card comes from, without what is remarked behind them."""
    yield from card.origins
    if word := card.provenance.partition(";")[0].strip():
        yield word
