"""Write what leads to one node of the event graph, its steps, and what it leads to, in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from cardwright.apps.authors.overview.plain import WIDTH
from cardwright.apps.authors.overview.words import word
from interpreter.graph.drawing import folded
from interpreter.graph.picture import Links, Near

_INDENT: Final = "  "


def node_as_text(near: Near, lang: str) -> str:
    """Return what is near a node as lines."""
    steps = (
        f"{_INDENT}{number:>3}  {label}  {word(lang, 'in-line', line=line)}"
        for number, label, line in near.steps
    )
    head = f"{near.node}  {near.label}  {near.place}"
    return "\n".join(
        [head, *_said("from", near.before, lang), *steps, *_said("to", near.behind, lang)]
    )


def _said(way: str, links: Links, lang: str) -> Iterator[str]:
    """Yield what edges of each kind say, with the nodes at their ends."""
    comma = "、" if lang == "ja" else ", "
    for kind, found in groupby(links, lambda link: link[0]):
        text = word(lang, f"{way}-{kind}", names=comma.join(end for _, end in found))
        first, *rest = folded(text, WIDTH)
        yield _INDENT + first
        yield from (2 * _INDENT + line for line in rest)
