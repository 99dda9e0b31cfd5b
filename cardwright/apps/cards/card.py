"""Show a card as lines, or as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import asdict

from cardwright.apps.cards.entries import OUTSIDE, Entry
from cardwright.apps.face.words import card_name, in_language, say
from cardwright.apps.text.rules import rules_text
from dsl import Language, Span
from dsl.model.game import Game, Manifest
from dsl.model.nouns import Definition, copies_said
from dsl.model.scripts import Expect, Script, Take


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


LANGUAGES = Language.OWN


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
    return {
        "published": [dict(text) for text in manifest.published],
        "reconstructed": [dict(text) for text in manifest.reconstructed],
    }


def roads(entry: Entry) -> Any:
    """Return where a card can be reached from."""
    from cardwright.apps.cards.origins import roads_to_card

    return roads_to_card(entry.model, entry.id)


def provenance(entry: Entry) -> dict[str, Any]:
    """Return where a card comes from: the word on it and the source that the word means, or what
    of it comes from where.
    """
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
    runs = ((name, len([*run])) for name, run in groupby(map(_piece, pieces)))
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in runs)


def _piece(piece: Any) -> str:
    return "self" if piece.is_self else piece.definition or "-"


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    return {"path": span.source.path, "line": line, "column": column}
