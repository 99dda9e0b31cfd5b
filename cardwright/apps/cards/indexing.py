"""Compute the index of cards from their checked games: labels of things, columns of plain data.

A column holds each different value once. A value of an attribute is a number, a boolean, the id of
a member or card, or None; of a collection `(total, has an open part, keys)`; `...` where the match
decides it.

A key is as in `cardwright.apps.cards.facts`: `event:draw`, `zone:player.hand`, `card:city`. What
can be written for it are its id, its text in any language, and for a zone or state of a player the
name without its owner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from cardwright.apps.cards.card import about_label, table_rows
from cardwright.apps.cards.deeds import COST, DO
from cardwright.apps.cards.entries import Entry, plain
from cardwright.apps.cards.facts import Facts, facts_of
from cardwright.apps.cards.fields import RULE_FIELDS
from cardwright.apps.cards.folding import folded, joined
from cardwright.apps.cards.index import ABSENT, FORMAT, Column, Index, Label
from cardwright.apps.cards.query_reader import MESSAGES, in_all
from cardwright.apps.text.literals import UNKNOWN, are_listed
from cardwright.apps.text.names import Names
from dsl import VOCABULARY, Language, Phrase
from dsl.model import types as t
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


def column(values: Iterable[Hashable]) -> Column:
    """Return a column; None means that a card has nothing there."""
    known: dict[Hashable, int] = {}
    rows = [ABSENT if v is None else known.setdefault(v, len(known)) for v in values]
    return list(known), rows


# --- what every game has ----------------------------------------------------------------------


def general_columns(cards: Sequence[Entry]) -> dict[str, Column]:
    """Return the columns of kinds, zones, expansions, sources and copies."""
    return {
        "kind": column(tuple(f"kind:{kind}" for kind in card.kinds) for card in cards),
        "zone": column((f"zone:{card.start}",) for card in cards),
        "expansion": column(
            (f"expansion:{card.expansion or card.model.manifest.id}",) for card in cards
        ),
        "source": column(
            tuple(f"source:{word}" for word in source_words(card.definition)) or ("source:none",)
            for card in cards
        ),
        "copies": column(card.definition.copies for card in cards),
    }


def rule_columns(cards: Sequence[Entry]) -> dict[str, Column]:
    """Return the columns of what cards do, ask and wait for."""
    models = {id(card.model): card.model for card in cards}
    known = {number: facts_of(model) for number, model in models.items()}
    facts = [known[id(card.model)].get((card.like or card).id, Facts()) for card in cards]
    sets: dict[str, Callable[[Facts], Iterable[str]]] = {
        "reads": lambda each: each.reads,
        "writes": lambda each: each.writes,
        "asks": _asked,
        "reacts": lambda each: each.reacts,
        "replaces": lambda each: each.replaces,
        "forbids": lambda each: each.forbids,
        "changes": lambda each: each.changes,
        "until": lambda each: (f"scope:{scope}" for scope in each.until),
        "reaches": lambda each: each.reaches,
    }
    found = {name: column(_sorted(facts, keys)) for name, keys in sets.items()}
    found["does"] = column(_deeds(each, DO) for each in facts)
    found["costs"] = column(_deeds(each, COST) for each in facts)
    return found


def _asked(facts: Facts) -> Iterator[str]:
    yield from (f"who:{who}" for who in facts.asks)
    yield from ("who:anyone",) if facts.asks else ()


def _sorted(
    facts: Iterable[Facts], keys: Callable[[Facts], Iterable[str]]
) -> Iterator[tuple[str, ...]]:
    """Yield what each card has, in order; sets that are shared are sorted once."""
    known: dict[frozenset[str], tuple[str, ...]] = {}
    for each in facts:
        found = frozenset(keys(each))
        if found not in known:
            known[found] = tuple(sorted(found))
        yield known[found]


def _deeds(facts: Facts, role: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    deeds = ((deed.key, tuple(sorted(deed.words))) for deed in facts.deeds if deed.role == role)
    return tuple(dict.fromkeys(deeds))


# --- attributes -------------------------------------------------------------------------------


def attribute_columns(cards: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return a column for each attribute that a kind declares.

    Each is a mapping: `kind`, `name`, what it is called in English and Japanese (`shown`), what can
    be written for it (`called`), its type (`shape`, `of`, `maybe`), `values` with how they are
    shown in both languages, and `rows`.
    """
    found: dict[tuple[str, str], dict[str, Any]] = {}
    values: dict[tuple[str, str], dict[Hashable, int]] = {}
    words: dict[Hashable, tuple[str, ...]] = {}
    known: dict[tuple[object, ...], int] = {}
    declared: dict[tuple[int, str], dict[str, str]] = {}
    for row, card in enumerate(cards):
        place = (id(card.model), card.definition.kind)
        if place not in declared:
            kinds = [card.model.kinds[k] for k in reversed(card.kinds) if k in card.model.kinds]
            declared[place] = {each.name: kind.name for kind in kinds for each in kind.attributes}
        formulas = card.definition.attributes
        for name, kind in declared[place].items():
            key = (kind, name)
            if key not in found:
                found[key] = _described(card, kind, name, len(cards))
                values[key] = {}
            same = (*place, name, id(formulas.get(name)))  # cards alike share their formulas
            if same not in known or name not in formulas:
                value = _cell(card, name, words)
                known[same] = values[key].setdefault(value, len(values[key]))
            found[key]["rows"][row] = known[same]
    for key, each in found.items():
        each["values"] = list(values[key])
    return list(found.values())


def about_columns(cards: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return a column for each word of what cards carry besides rules, like one of attributes.

    Its shape is `texts`, its values have the folded texts; where all are numbers it is `int`.
    """
    found = []
    for word in dict.fromkeys(word for card in cards for word in card.definition.about):
        texts = [card.definition.about.get(word, ()) for card in cards]
        said = [tuple(s for each in listed for s in each.values()) for listed in texts]
        is_number = all(s.isascii() and s.isdecimal() for each in said for s in each)
        shown = tuple(about_label(word, lang) for lang in Language.OWN)
        values: list[Hashable] = []
        for card, each in zip(cards, said, strict=True):
            words = (Names(card.model, tag).row(card.about(word, tag)) for tag in Language.OWN)
            value = (
                int(each[0]) if is_number and each else (len(each), False, (*map(folded, each),))
            )
            values.append((value, *words) if each else None)
        known, rows = column(values)
        called = dict.fromkeys(map(joined, (word, f"about.{word}", *shown)))
        shape, of = ("one", "int") if is_number else ("texts", "text")
        found.append({"kind": "about", "name": word, "called": (*called,), "shown": shown,
                      "shape": shape, "of": of, "maybe": False,
                      "values": known, "rows": rows})  # fmt: skip
    return found


def _described(card: Entry, kind: str, name: str, number: int) -> dict[str, Any]:
    """Return a column without values."""
    attribute = card.attributes[name]
    texts = tuple(Names(card.model, lang).attribute(kind, name) for lang in Language.OWN)
    of = t.plain_type(attribute.type)
    return {
        "kind": kind,
        "name": name,
        "called": tuple(dict.fromkeys(map(joined, (name, f"{kind}.{name}", *texts)))),
        "shown": texts,
        "shape": _shape(attribute.type),
        "of": _element(t.plain_type(of.of) if isinstance(of, _MANY) else of),
        "maybe": isinstance(attribute.type, t.Maybe),
        "rows": [ABSENT] * number,
    }


_MANY: Final = (t.ListOf, t.SetOf, t.BagOf, t.AmountOf)


def _shape(type_: t.Type) -> str:
    of = t.plain_type(type_)
    if t.is_effect(type_):
        return "effect"
    if isinstance(of, t.AmountOf):
        return "amount"
    return (
        "bag"
        if isinstance(of, t.BagOf)
        else "many"
        if isinstance(of, t.ListOf | t.SetOf)
        else "one"
    )


def _element(of: t.Type) -> str:
    if isinstance(of, t.EnumType):
        return f"member:{of.name}"
    if isinstance(of, t.DefinitionType | t.EntityType):
        return f"card:{of.kind}"
    return of.name if isinstance(of, t.Basic) else ""


def _cell(card: Entry, name: str, known: dict[Hashable, tuple[str, ...]]) -> tuple[Any, ...]:
    """Return a value with its words in both languages, worked out once for alike values."""
    type_ = card.attributes[name].type
    value = card.value(name)
    if t.is_effect(type_):
        said = None if value in (None, UNKNOWN) else True
        return said, *(word if said else "" for word in in_all("value.yes"))
    if value is UNKNOWN:
        return ..., *(card.shown(name, lang) for lang in Language.OWN)
    key = id(card.model), card.definition.kind, name, value, type(value)
    if key not in known:
        known[key] = tuple(card.shown(name, lang) for lang in Language.OWN)
    return _normal(value, t.plain_type(type_), card), *known[key]


def _normal(value: Any, type_: t.Type, card: Entry) -> Any:
    """Return a value in run-time form as plain data that can be compared."""
    if value is None:
        return None
    if isinstance(type_, t.ListOf | t.SetOf):
        keys = tuple(plain(each, type_.of, card.model) for each in value)
        return len(keys), False, keys
    if isinstance(type_, t.BagOf):
        keys = tuple(plain(key, type_.of, card.model) for key, count in value if count)
        return sum(count for _, count in value), False, keys
    if isinstance(type_, t.AmountOf):
        fixed, parts, reductions = value
        size = sum(count for _, count in (*fixed, *parts)) - sum(count for _, count in reductions)
        named = {key for key, count in fixed if count > 0}
        for part, _ in parts:
            named.update(part if are_listed(part, type_.of, Names(card.model, "en")) else ())
        shown = tuple(plain(key, type_.of, card.model) for key in sorted(named))
        return max(0, size), bool(parts), shown
    return plain(value, type_, card.model)


def _texts(card: Entry, has_rules: bool) -> Iterator[str]:
    """Yield what is printed on a card, its rules in words and what it carries besides."""
    yield from card.definition.text.values()
    if has_rules:
        yield from (line for lang in Language.OWN for line in card.rules(lang))
    for texts in card.definition.about.values():
        yield from (said for text in texts for said in text.values())


def build_index(cards: Sequence[Entry], has_rules: bool = True) -> Index:
    """Return the index of cards, which may come from a game and its expansions.

    Args:
        has_rules: Whether what the cards do is known; else nothing stands in the columns for it.
    """
    models = [*{id(card.model): card.model for card in cards}.values()]
    tags = (tag for each in models for tag in each.manifest.languages)
    heads, texts, known = list[str](), list[str](), dict[str, str]()
    for card in cards:  # the id and the names, a line each; what is printed and its rules
        sides = (card, *card.others)
        lines = (line for each in sides for line in (each.id, *each.definition.name.values()))
        heads.append(folded("\n".join(" ".join(line.split()) for line in lines)))
        text = "\n".join(line for each in sides for line in _texts(each, has_rules))
        texts.append(known[text] if text in known else known.setdefault(text, folded(text)))
    by_size = sorted(models, key=lambda each: sum(len(e.members) for e in each.enums.values()))
    of_rules = rule_columns(cards) if has_rules else {name: ([()], [0] * len(cards))
                                                      for name in RULE_FIELDS}  # fmt: skip
    return Index(
        format=FORMAT,
        ids=[card.id for card in cards],
        digests=[card.definition.digest for card in cards],
        names=[tuple(card.definition.name.values()) for card in cards],
        heads=heads,
        texts=column(texts),
        columns={**general_columns(cards), **of_rules},
        attributes=[*attribute_columns(cards), *about_columns(cards)],
        labels=labels_of(models),
        called=called_in_text(models),
        members={enum.name: enum.members for each in by_size for enum in each.enums.values()},
        shown={
            lang: [*map(column, zip(*table_rows(cards, lang, has_rules), strict=True))]
            for lang in dict.fromkeys((*Language.OWN, *tags))
        },
    )
