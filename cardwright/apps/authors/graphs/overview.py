"""Write an overview as plain text, JSON, Mermaid, DOT or SVG, and one node with its neighbours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Final

from msgspec import to_builtins

from cardwright.apps.authors.graphs.boxes import Overview
from cardwright.apps.authors.graphs.dot import LINE_OF, STYLE_OF, as_dot
from cardwright.apps.authors.graphs.gather import overview_of
from cardwright.apps.authors.graphs.picture import Label, Picture, Titles, picture_of, word
from cardwright.apps.pictures.drawing import EDGES, classes, escaped, folded
from cardwright.apps.pictures.export import laid_out
from cardwright.apps.pictures.parts import Links, Near
from dsl.model.game import Game

WIDTH: Final = 90


def as_text(picture: Picture) -> str:
    """Return a picture in words: the boxes by group, and what leads from each."""
    lines: list[str] = []
    for group, labels in groupby(picture.labels, key=lambda label: label.box.group):
        lines += ["", picture.frames[group]] if lines else [picture.frames[group]]
        for label in labels:
            around = [picture.frames[name] for name in label.box.inside]
            known_as = f"  [{label.id}]" if label.id != label.title else ""
            lines.append("  " + " › ".join([*around, label.title]) + known_as)
            details = [*label.details, *_leads(picture, label)]
            lines += (f"      {part}" for text in details for part in folded(text, WIDTH))
    lines += ["", *picture.notes] if picture.notes else []
    return "\n".join(line.replace("\u00a0", " ") for line in lines)


def _leads(picture: Picture, label: Label) -> Iterator[str]:
    """Yield where a phase or action leads; what others do is among their details."""
    if label.box.group not in ("course", "actions"):
        return
    titles = {each.box.id: each.title for each in picture.labels}
    for kind in ("offers", "does"):
        ends = [
            titles[line.target] + (f"\u00a0×{line.cards}" if line.cards else "")
            for line in picture.lines
            if line.source == label.box.id and line.kind == kind
        ]
        if ends:
            comma = "、" if picture.lang == "ja" else ", "
            yield f"{word(picture.lang, f'means-{kind}')}: {comma.join(ends)}"


def as_json(overview: Overview) -> str:
    """Return all boxes and links of an overview, those without lines too."""
    return json.dumps(to_builtins(overview), ensure_ascii=False, indent=1) + "\n"


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
    boxes = [label.box for label in picture.labels]
    lines += classes((number[box.id], STYLE_OF.get(box.sort, box.sort)) for box in boxes)
    colours: dict[str, list[str]] = {}
    for place, line in enumerate(picture.lines):
        colour = EDGES[LINE_OF.get(line.kind, line.kind)].colour
        colours.setdefault(colour, []).append(str(place))
    for colour, places in colours.items():
        lines.append(f"  linkStyle {','.join(places)} stroke:{colour}")
    return "\n".join(lines) + "\n"


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


PICTURES: Final[Mapping[str, Callable[[Picture], str]]] = {
    "text": as_text,
    "dot": as_dot,
    "mermaid": as_mermaid,
    "svg": lambda picture: laid_out(as_dot(picture)),
}
FORMS: Final = (*PICTURES, "json")


def overview_in(game: Game, form: str, lang: str) -> str:
    """Return the overview of a game in one of the `FORMS`.

    Raises:
        NoGraphviz: SVG was asked for and `dot` is not there.
    """
    overview = overview_of(game)
    if form == "json":
        return as_json(overview)
    return PICTURES[form](picture_of(overview, Titles(game, lang)))
