"""Show a card in full."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.api.names import card_name, in_language
from cardwright.apps.face.words import say
from cardwright.apps.text.rules import rules_text
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.source import Span


def card_lines(model: Game, definition: Definition, lang: str) -> list[str]:
    """Return a card as lines: name, kind, text, and what its author wrote.

    Without a text of the author's, the text is made from the card's rules.
    """
    default = model.manifest.default_language
    name = card_name(model, definition, lang)
    lines = [f"{name}  ({definition.id}, {_kind_name(model, definition.kind, lang)})"]
    text = in_language(definition.text, lang, default)
    lines += [f"  {line}" for line in text.splitlines() or rules_text(model, definition, lang)]
    if definition.provenance:
        lines.append(f"  {say(lang, 'source')}: {definition.provenance}")
    for key, origin in definition.origins.items():
        lines.append(f"  {say(lang, 'source')}: {key}: {in_language(origin, lang, default)}")
    lines.append(f"  {definition.span.place}")
    lines += [f"    {line}" for line in written(definition.span)]
    return lines


def _kind_name(model: Game, kind: str, lang: str) -> str:
    """Return what a kind is called."""
    found = model.kinds.get(kind)
    text = in_language(found.text, lang, model.manifest.default_language) if found else ""
    return text or kind


def written(span: Span) -> Iterator[str]:
    """Yield the whole entry that a span points at, all from the margin.

    A span may be the entry's key alone; the entry goes on as far as lines are indented more. A key
    in the first column is a card's own file: the entry is then the whole document.
    """
    lines = span.source.text.splitlines()
    at = span.source.position(span.start)[0] - 1
    first = _first_line(lines, at)
    if not _indent(lines[first]) and not lines[first].startswith("-"):
        first, last = _document_around(lines, first)
    else:
        last = first + 1
        while last < len(lines) and _belongs(lines[last], _indent(lines[first])):
            last += 1
    margin = _indent(lines[first])
    text = "\n".join(line[margin:].rstrip() for line in lines[first:last]).strip("\n")
    yield from text.splitlines()


def _indent(line: str) -> int:
    """Return how far a line is from the margin."""
    return len(line) - len(line.lstrip())


def _belongs(line: str, indent: int) -> bool:
    """Return whether a line goes on with an entry of an indentation."""
    return not line.strip() or _indent(line) > indent


def _first_line(lines: list[str], at: int) -> int:
    """Return the line where the list item around a key begins, else the line itself."""
    if lines[at].lstrip().startswith("- "):
        return at
    above = (
        i for i in range(at, -1, -1) if lines[i].strip() and _indent(lines[i]) < _indent(lines[at])
    )
    item = next(above, None)
    return item if item is not None and lines[item].lstrip().startswith("- ") else at


def _document_around(lines: list[str], at: int) -> tuple[int, int]:
    """Return the first line of a document of a file, and the one after its last."""
    ends = [i for i, line in enumerate(lines) if line.startswith("---")]
    first = max((i + 1 for i in ends if i <= at), default=0)
    return first, min((i for i in ends if i > at), default=len(lines))
