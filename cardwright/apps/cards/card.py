"""Show a card as lines, as plain data, as a row of a table, or all there is to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import asdict

from cardwright.apps.cards.entries import OUTSIDE, Entry
from cardwright.apps.face.words import card_name, in_language, say
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import kind_rules_text, rules_text
from dsl import Language, Span
from dsl.model.game import Game, Manifest
from dsl.model.nouns import ABOUT, FLAVOUR, Definition, copies_said
from dsl.model.scripts import Expect, Script, Take
from dsl.model.traits import HAS
from dsl.model.types import INT, is_effect, plain_type
from dsl.model.walk import WORKS

LANGUAGES = Language.OWN
_NOTES = ("published", "reconstructed")
_MOST_ATTRIBUTES, _MOST_NODES = 4, 8
Known = dict[tuple[object, ...], str]
"""What was said of an attribute, by model, kind, name and formula: cards alike share these."""


def card_lines(model: Game, definition: Definition, lang: str) -> list[str]:
    """Return a card as lines: name, kind, text, and what its author wrote.

    Without a text of the author's, the text is made from the card's rules.
    """
    default = model.manifest.default_language
    name = card_name(model, definition, lang)
    kind = model.kinds.get(definition.kind)
    called = (in_language(kind.text, lang, default) if kind else "") or definition.kind
    lines = [f"{name}  ({definition.id}, {called})"]
    text = in_language(definition.text, lang, default)
    lines += [f"  {line}" for line in text.splitlines() or rules_text(model, definition, lang)]
    if definition.provenance:
        lines.append(f"  {say(lang, 'source')}: {definition.provenance}")
    for key, origin in definition.origins.items():
        lines.append(f"  {say(lang, 'source')}: {key}: {in_language(origin, lang, default)}")
    lines.append(f"  {definition.span.place}")
    lines += [f"    {line}" for line in written(definition.span)]
    return lines


def written(span: Span) -> Iterator[str]:
    """Yield the whole entry that a span points at, all from the margin.

    A span may be the entry's key alone; the entry goes on as far as lines are indented more. A key
    in the first column is a card's own file: the entry is then the whole document.
    """
    lines = span.source.text.splitlines()
    at = span.source.position(span.start)[0] - 1
    first = _first_line(lines, at)
    if not _indent(lines[first]) and not lines[first].startswith("-"):
        ends = [i for i, line in enumerate(lines) if line.startswith("---")]
        last = min((i for i in ends if i > first), default=len(lines))
        first = max((i + 1 for i in ends if i <= first), default=0)
    else:
        last = first + 1
        while last < len(lines) and not (
            lines[last].strip() and _indent(lines[last]) <= _indent(lines[first])
        ):
            last += 1
    margin = _indent(lines[first])
    text = "\n".join(line[margin:].rstrip() for line in lines[first:last]).strip("\n")
    yield from text.splitlines()


def _indent(line: str) -> int:
    """Return how far a line is from the margin."""
    return len(line) - len(line.lstrip())


def _first_line(lines: list[str], at: int) -> int:
    """Return the line where the list item around a key begins, else the line itself."""
    if lines[at].lstrip().startswith("- "):
        return at
    above = (
        i for i in range(at, -1, -1) if lines[i].strip() and _indent(lines[i]) < _indent(lines[at])
    )
    item = next(above, None)
    return item if item is not None and lines[item].lstrip().startswith("- ") else at


def as_plain(entry: Entry) -> dict[str, Any]:
    """Return a card as plain data."""
    card = entry.definition
    return {
        "id": card.id,
        "name": {lang: entry.name(lang) for lang in LANGUAGES},
        "kind": card.kind,
        "kinds": list(entry.kinds),
        "expansion": entry.expansion,
        "start": None if entry.start == OUTSIDE else entry.start,
        "copies": copies_said(card),
        "attributes": {name: entry.plain_value(name) for name in entry.attributes},
        "text": dict(card.text) or {lang: text for lang in LANGUAGES if (text := entry.text(lang))},
        "rules": {lang: list(entry.rules(lang)) for lang in LANGUAGES},
        "faces": [as_plain(each) for each in entry.others],
        "source": provenance(entry),
        "about": {word: [*map(dict, texts)] for word, texts in entry.definition.about.items()},
        "place": _place(card.span),
    }


def full_plain(entry: Entry) -> dict[str, Any]:
    """Return a card as plain data, with its examples and where it can be reached from."""
    return {
        **as_plain(entry),
        "notes": notes(entry),
        "begins": list(beginnings(entry)),
        "examples": [example_plain(script) for script in examples_of(entry)],
        "reached": {key: list(nodes) for key, nodes in asdict(roads(entry)).items()},
    }


def notes(entry: Entry) -> dict[str, list[dict[str, str]]]:
    """Return what the package of a card says is published and what reconstructed."""
    manifest = manifest_of(entry)
    return {key: [dict(text) for text in getattr(manifest, key)] for key in _NOTES}


def roads(entry: Entry) -> Any:
    """Return where a card can be reached from."""
    from cardwright.apps.cards.origins import roads_to_card

    return roads_to_card(entry.model, entry.id)


def provenance(entry: Entry) -> dict[str, Any]:
    """Return where a card comes from: the word on it and the source that the word means, or what
    of it comes from where."""
    word = entry.definition.provenance
    parts = [
        {"word": key, "title": _title(entry, key), "text": dict(text)}
        for key, text in entry.definition.origins.items()
    ]
    title = _title(entry, word or "rules") if not parts else None
    return {"word": word or None, "title": title, "parts": parts}


def _title(entry: Entry, word: str) -> str | None:
    """Return the source that a word means: a key of a manifest. What is published is in the rules,
    and so is what says nothing: in those of its own expansion, never in the game's."""
    own = manifest_of(entry).source
    if word in ("rules", "published"):
        return own.get(word) or own.get("rules")
    return own.get(word) or entry.model.manifest.source.get(word)


def manifest_of(entry: Entry) -> Manifest:
    """Return the manifest of the expansion that a card is in, else of its game."""
    model: Game = entry.model
    found = (each for each in model.expansions if each.id == entry.expansion)
    return next(found, model.manifest)


def examples_of(entry: Entry) -> tuple[Script, ...]:
    """Return the examples that stand on a card."""
    return tuple(script for script in entry.model.examples if script.card == entry.id)


def beginnings(entry: Entry) -> tuple[str, ...]:
    """Return what the kinds of a card say that the positions of its examples begin with, as
    written, bases first."""
    kinds = (entry.model.kinds[each] for each in reversed(entry.kinds))
    return tuple("\n".join(written(each.given)) for each in kinds if each.given is not None)


def example_plain(script: Script) -> dict[str, Any]:
    """Return an example: its title, what is played, what must hold then, where it stands.

    `written` is all that its author wrote, to be copied.
    """
    return {
        "title": script.title,
        "written": "\n".join(written(script.span)),
        "given": given(script),
        "play": played(script),
        "then": [step.text for step in script.steps if isinstance(step, Expect)],
        "place": _place(script.span),
    }


def played(script: Script) -> list[str]:
    """Return the answers that an example gives, in order."""
    return [answer for step in script.steps if isinstance(step, Take) for answer in step.answers]


def given(script: Script) -> list[str]:
    """Return the zones of an example's position, each as `play: city, villager`."""
    lines = []
    zones = script.positions[0].zones if script.positions else {}
    for (owner, name), pieces in zones.items():
        shown = pieces if isinstance(pieces, int) else _row(pieces) or "-"
        lines.append(f"{owner}.{name}: {shown}" if owner else f"{name}: {shown}")
    return lines


def _row(pieces: Sequence[Any]) -> str:
    """Return pieces in a row, like neighbours once with their number."""
    names = ("self" if each.is_self else each.definition or "-" for each in pieces)
    runs = ((name, len([*run])) for name, run in groupby(names))
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in runs)


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    return {"path": span.source.path, "line": line, "column": column}


def table_rows(
    cards: Iterable[Entry], lang: str, has_rules: bool = True
) -> Iterator[tuple[str, ...]]:
    """Yield what is shown of each card: name, kind, start, expansion, attributes; its text.

    Args:
        has_rules: Whether what the cards do is known; else their text is the printed one.
    """
    known: Known = {}
    places: dict[tuple[object, ...], tuple[str, str, str]] = {}
    for card in cards:
        place = (id(card.model), card.definition.kind, card.start, card.expansion)
        if place not in places:
            kind = Names(card.model, lang).kind(card.definition.kind)
            places[place] = kind, start_words(card, lang), expansion_title(card, lang)
        attributes = [text for text in attribute_words(card, lang, known) if text]
        yield (
            card.name(lang),
            *places[place],
            " · ".join(attributes[:_MOST_ATTRIBUTES]),
            " ".join((card.text(lang) if has_rules else printed_text(card, lang)).split()),
        )


def expansion_title(card: Entry, lang: str) -> str:
    """Return what the expansion of a card is called; "" for the game's own."""
    if card.expansion is None:
        return ""
    manifest = manifest_of(card)
    return in_language(manifest.title, lang, manifest.default_language) or card.expansion


def start_words(card: Entry, lang: str) -> str:
    """Return the zone in which a card begins."""
    zone = card.definition.start
    return say(lang, "card-outside") if zone is None else Names(card.model, lang).zone(zone)


def attribute_words(card: Entry, lang: str, known: Known | None = None) -> Iterator[str]:
    """Yield an attribute in words, "" for one that says nothing: no, none, 0 or empty.

    Those that hold steps, and when the rules work, are lines of the rules text; values with
    parameters are what rules ask, and a card is not read for them.

    Args:
        known: What was said of other cards.
    """
    known = {} if known is None else known
    definition, formulas = card.definition, card.definition.attributes
    for name in card.attributes:
        if name not in formulas:  # a value of its own for each card
            yield _in_words(card, name, lang)
            continue
        key = (id(card.model), definition.kind, name, id(formulas[name]))
        if key not in known:
            known[key] = _in_words(card, name, lang)
        yield known[key]


def _in_words(card: Entry, name: str, lang: str) -> str:
    """Return one attribute in words, or ""."""
    value, attribute = card.value(name), card.attributes[name]
    is_of_rules = name in (WORKS, HAS) or is_effect(attribute.type)
    is_of_rules = is_of_rules or attribute.is_value or attribute.lists_faces
    is_zero = value == 0 and plain_type(attribute.type) == INT
    if is_of_rules or is_zero or value in (None, ()) or value is False:
        return ""
    names, kind = Names(card.model, lang), declaring(card, name)
    if value is True:
        return names.attribute(kind, name)
    return names.attribute_with(kind, name, card.shown(name, lang))


def about_label(word: str, lang: str) -> str:
    """Return what is called so that a card carries besides rules."""
    return say(lang, f"about.{word}") if word in ABOUT else word.replace("-", " ")


def about_words(card: Entry, lang: str) -> Iterator[tuple[str, str]]:
    """Yield what a card carries besides rules, each with its label; the flavour stands apart."""
    for word in card.definition.about:
        texts = card.about(word, lang)
        if word != FLAVOUR and texts:
            shown = (" ".join(text.split()) for text in texts)
            yield about_label(word, lang), Names(card.model, lang).row(shown)


def declaring(card: Entry, name: str) -> str:
    """Return the kind that declares an attribute."""
    kinds = (card.model.kinds[kind] for kind in card.kinds if kind in card.model.kinds)
    return next(kind.name for kind in kinds if any(a.name == name for a in kind.attributes))


def printed_text(card: Entry, lang: str) -> str:
    """Return the text that is printed on a card."""
    return in_language(card.definition.text, lang, card.model.manifest.default_language)


def other_faces(card: Entry, lang: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what each other face of a card is called, and what it says."""
    for face in card.others:
        values = filter(None, attribute_words(face, lang))
        yield face.name(lang), [*values, *printed_text(face, lang).splitlines(), *face.rules(lang)]


def card_in_full(card: Entry, lang: str) -> list[str]:
    """Return all there is to say of a card, as lines."""
    names = Names(card.model, lang)
    others = (card.name(each) for each in Language.OWN if each != lang)
    called = " / ".join(dict.fromkeys((card.name(lang), *others)))
    lines = [f"{called}  ({card.id}, {names.kind(card.definition.kind)})"]
    if card.expansion is not None:
        lines.append(f"  {say(lang, 'card-expansion')}: {expansion_title(card, lang)}")
    attributes = [text for text in attribute_words(card, lang) if text]
    if attributes:
        lines.append("  " + " · ".join(attributes))
    where = start_words(card, lang)
    lines.append(f"  {say(lang, 'card-copies', number=copies_said(card.definition), zone=where)}")
    lines += [f"  “{line}”" for line in printed_text(card, lang).splitlines()]
    lines += [f"  ‹{' '.join(text.split())}›" for text in card.about(FLAVOUR, lang)]
    lines += [f"  {label}: {text}" for label, text in about_words(card, lang)]
    lines += _labelled(say(lang, "card-rules"), card.rules(lang))
    for called, told in other_faces(card, lang):
        lines += _labelled(say(lang, "card-face", name=called), told)
    for kind in card.kinds:
        called = say(lang, "card-kind-rules", kind=names.kind(kind))
        lines += _labelled(called, kind_rules_text(card.model, kind, lang))
    lines += _labelled(say(lang, "source"), _source(card, lang))
    manifest = manifest_of(card)
    if not card.definition.provenance and not card.definition.origins:
        # what its package says of all its cards
        for key, text in ((note, text) for note in _NOTES for text in getattr(manifest, note)):
            said = in_language(text, lang, manifest.default_language)
            lines.append(f"    {say(lang, key)}: {said}")
    lines.append(f"  {card.definition.span.place}")
    for begun in beginnings(card) if examples_of(card) else ():
        lines.append(f"  {say(lang, 'examples-begin')}:")
        lines += [f"    {line}" for line in begun.splitlines()]
    for script in examples_of(card):
        lines.append(f"  {say(lang, 'example')}: {script.span.place}")
        lines += [f"    {line}".rstrip() for line in written(script.span)]
    return [*lines, *_roads(card, lang)]


def _labelled(label: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield a label with a text, or with several below it."""
    if len(texts) == 1:
        yield f"  {label}: {texts[0]}"
    elif texts:
        yield f"  {label}:"
        yield from (f"    - {text}" for text in texts)


def _source(card: Entry, lang: str) -> list[str]:
    """Return where a card comes from, in one text; or a text for each source it takes part of."""
    found = provenance(card)
    default = manifest_of(card).default_language
    if found["parts"]:
        pairs = ((part, in_language(part["text"], lang, default)) for part in found["parts"])
        return [f"{_origin(part, lang)}: {text}" for part, text in pairs]
    return [_origin(found, lang, ": ") or say(lang, "card-no-source")]


def _origin(found: Mapping[str, Any], lang: str, before: str = " — ") -> str:
    """Return a source: published, reconstructed, community or the manifest's key; its title."""
    known = {key: say(lang, key) for key in (*_NOTES, "community")}
    word = found["word"] or ""
    return before.join(part for part in (known.get(word, word), found["title"]) if part)


def _roads(card: Entry, lang: str) -> Iterator[str]:
    """Yield where a card can be reached from."""
    found = roads(card)
    ways = {"card-offered": found.offered_in, "card-listens": found.listens_to,
            "card-named": found.named_by, "card-moved": found.moved_by}  # fmt: skip
    for key, nodes in ways.items():
        if nodes:
            shown = [node.replace(":", " ", 1) for node in nodes[:_MOST_NODES]]
            more = ", …" if len(nodes) > _MOST_NODES else ""
            yield f"  {say(lang, key)}: {', '.join(shown)}{more}"
