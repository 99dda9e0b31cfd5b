"""Show a card in full."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardwright.view.names import card_name, in_language
from cardwright.view.words import say
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.source import Span


def card_lines(model: Game, definition: Definition, lang: str) -> list[str]:
    """Return a card as lines: name, kind, text, and what its author wrote."""
    default = model.manifest.default_language
    name = card_name(model, definition, lang)
    lines = [f"{name}  ({definition.id}, {_kind_name(model, definition.kind, lang)})"]
    text = in_language(definition.text, lang, default)
    lines += [f"  {line}" for line in text.splitlines()]
    if definition.provenance:
        lines.append(f"  {say(lang, 'source')}: {definition.provenance}")
    lines.append(f"  {definition.span.place}")
    lines += [f"    {line}" for line in written(definition.span)]
    return lines


def _kind_name(model: Game, kind: str, lang: str) -> str:
    """Return what a kind is called."""
    found = model.kinds.get(kind)
    text = in_language(found.text, lang, model.manifest.default_language) if found else ""
    return text or kind


def written(span: Span) -> Iterator[str]:
    """Yield the lines of text that a span covers, all from the margin."""
    source = span.source
    first, _ = source.position(span.start)
    last, _ = source.position(max(span.start, span.end - 1))
    lines = [source.line(number) for number in range(first, last + 1)]
    margins = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    margin = min(margins, default=0)
    for line in lines:
        if line.strip():
            yield line[margin:].rstrip()


def lines_at(place: str, folder: Path, around: int = 2) -> list[str]:
    """Return the lines of a file around `path:line:column`, the line itself marked.

    The path is looked for as it stands, then below the folder; nothing where it is not found.
    """
    path, line_text, _ = place.rsplit(":", 2)
    parts = Path(path).parts
    candidates = [Path(path), *(folder.joinpath(*parts[i:]) for i in range(len(parts)))]
    file = next((each for each in candidates if each.is_file()), None)
    if file is None:
        return []
    at = int(line_text)
    lines = file.read_text(encoding="utf-8").splitlines()
    window = range(max(1, at - around), min(len(lines), at + around) + 1)
    return [f"{'>' if n == at else ' '} {n:>4} | {lines[n - 1]}" for n in window]
