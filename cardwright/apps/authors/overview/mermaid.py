"""Write an overview for Mermaid, as READMEs and wikis show it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from cardwright.apps.authors.overview.dot import LINE_OF, STYLE_OF
from cardwright.apps.authors.overview.picture import Label, Picture
from interpreter.graph.drawing import EDGES, classes, escaped

ARROWS: Final = {"solid": "-->", "bold": "==>", "dashed": "-.->", "dotted": "-.->"}


def as_mermaid(picture: Picture) -> str:
    """Return a picture as a Mermaid flowchart, from left to right."""
    number = {label.box.id: f"n{place}" for place, label in enumerate(picture.labels)}
    lines = ["flowchart LR"]
    for group, labels in groupby(picture.labels, key=lambda label: label.box.group):
        lines += _frame(group, picture.frames[group], _inside(picture, list(labels), number, 0), 1)
    for line in picture.lines:
        arrow = ARROWS[EDGES[LINE_OF.get(line.kind, line.kind)].line]
        lines.append(f"  {number[line.source]} {arrow} {number[line.target]}")
    return "\n".join([*lines, *_colours(picture, number)]) + "\n"


def _frame(name: str, title: str, inside: Iterator[str], depth: int) -> Iterator[str]:
    """Yield a frame around boxes."""
    pad = "  " * depth
    yield f'{pad}subgraph {name} ["{escaped(title)}"]'
    yield from inside
    yield f"{pad}end"


def _inside(
    picture: Picture, labels: list[Label], number: dict[str, str], depth: int
) -> Iterator[str]:
    """Yield boxes, those inside an opened phase in a frame of its own."""

    def opened(label: Label) -> str:
        return label.box.inside[depth] if len(label.box.inside) > depth else ""

    for name, group in groupby(labels, key=opened):
        if name:
            inner = _inside(picture, list(group), number, depth + 1)
            yield from _frame(f"phase-{name}", picture.frames[name], inner, depth + 2)
            continue
        for label in group:
            words = "<br/>".join(map(escaped, label.details))
            title = f"<b>{escaped(label.title)}</b>"
            text = f"{title}<br/>{words}" if words else title
            yield f'{"  " * (depth + 2)}{number[label.box.id]}["{text}"]'


def _colours(picture: Picture, number: dict[str, str]) -> Iterator[str]:
    """Yield the colours of boxes and lines."""
    boxes = [label.box for label in picture.labels]
    yield from classes((number[box.id], STYLE_OF.get(box.sort, box.sort)) for box in boxes)
    colours: dict[str, list[str]] = {}
    for place, line in enumerate(picture.lines):
        colour = EDGES[LINE_OF.get(line.kind, line.kind)].colour
        colours.setdefault(colour, []).append(str(place))
    for colour, places in colours.items():
        yield f"  linkStyle {','.join(places)} stroke:{colour}"
