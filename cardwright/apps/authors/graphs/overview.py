"""Write an overview as plain text, JSON, Mermaid, DOT or SVG, and one node with its neighbours.

In DOT it is one page in landscape. A group is one table and a box a cell in it, so that their order
stays as it is written here. Three columns: the course; the choices and the cards; events and
values. Links between columns are lines; those inside a column stand in the boxes in words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from itertools import groupby, pairwise
from typing import Final

from msgspec import to_builtins

from cardwright.apps.authors.graphs.boxes import Link, Overview
from cardwright.apps.authors.graphs.gather import overview_of
from cardwright.apps.authors.graphs.naming import Label, Picture, Titles, box_word, picture_of
from cardwright.apps.pictures.drawing import EDGES, NODES, classes, escaped, folded, quoted
from cardwright.apps.pictures.parts import Links, Near, laid_out
from dsl import Language
from dsl.model.game import Game

HEAD: Final = """digraph {name} {{
  graph [rankdir=LR, fontname="{font}", nodesep=0.15, ranksep=1.5, pad=0.2, bgcolor=white,
         size="11.3,7.9"];
  node [fontname="{font}", fontsize=11, shape=plain];
  edge [fontname="{font}", fontsize=9, arrowsize=0.6, penwidth=1.0];"""
FONT: Final = "Helvetica"
BOX_WIDTH: Final = 50
"""Columns of a line in a box."""
COLUMNS: Final = (("course",), ("actions", "cards"), ("events", "values"))
STYLE_OF: Final = {"setup": "phase", "rules": "trigger"}
LINE_OF: Final = {"ends": "next"}
TABLE: Final = (
    '<table border="1" cellborder="0" cellspacing="{gap}" cellpadding="2" style="rounded" '
)


def as_dot(picture: Picture) -> str:
    """Return a picture as DOT."""
    lines = [HEAD.format(name=quoted(picture.game), font=FONT)]
    groups = {
        group: list(labels)
        for group, labels in groupby(picture.labels, key=lambda label: label.box.group)
    }
    spots = {
        label.box.id: (group, f"b{number}")
        for group, labels in groups.items()
        for number, label in enumerate(labels)
    }
    for group, labels in groups.items():
        inside = _table(picture.frames[group], _cells(picture, labels, spots, 0))
        lines.append(f"  {group} [label=<{inside}>];")
    across = [
        link
        for link in picture.lines
        if column_of(spots[link.source][0]) != column_of(spots[link.target][0])
    ]
    lines += _legend(picture, dict.fromkeys(link.kind for link in across))
    lines += _columns(list(groups))
    lines += (_edge(link, spots) for link in across)
    return "\n".join([*lines, "}"]) + "\n"


Spots = Mapping[str, tuple[str, str]]
"""Group and port of each box."""


def column_of(group: str) -> int:
    """Return the column of a group, from 0."""
    return next(number for number, groups in enumerate(COLUMNS) if group in groups)


def _table(title: str, rows: list[str]) -> str:
    """Return a frame around rows."""
    head = f'<tr><td align="left"><font color="#555555">{escape(title)}</font></td></tr>'
    frame = TABLE.format(gap=5) + 'color="#bbbbbb" bgcolor="#fafafa">'
    return f"{frame}{head}{''.join(f'<tr><td>{row}</td></tr>' for row in rows)}</table>"


def _cells(picture: Picture, labels: list[Label], spots: Spots, depth: int) -> list[str]:
    """Return boxes, those inside an opened phase in a frame of its own."""

    def opened(label: Label) -> str:
        inside = label.box.inside
        return inside[depth] if len(inside) > depth else ""

    found = []
    for name, group in groupby(labels, key=opened):
        if name:
            inner = _cells(picture, list(group), spots, depth + 1)
            found.append(_table(picture.frames[name], inner))
        else:
            found += [_box(label, spots) for label in group]
    return found


def _box(label: Label, spots: Spots) -> str:
    """Return a box: its title strong, the rest smaller."""
    box = label.box
    style = NODES[STYLE_OF.get(box.sort, box.sort)]
    colour = "#ffffff" if box.sort == "end" else "#000000"
    title = f'<font color="{colour}"><b>{escape(label.title)}</b></font>'
    if label.title != label.id:
        title += f' <font point-size="8" color="#888888">{escape(label.id)}</font>'
    rows = [title]
    for each in (part for text in label.details for part in folded(text, BOX_WIDTH)):
        rows.append(f'<font point-size="9">{escape(each)}</font>')
    frame = TABLE.format(gap=0) + (
        f'port="{spots[box.id][1]}" color="{style.line}" bgcolor="{style.fill}">'
    )
    return f"{frame}{''.join(f'<tr><td>{row}</td></tr>' for row in rows)}</table>"


def _columns(groups: list[str]) -> Iterator[str]:
    """Yield what puts groups into columns."""
    there = [[group for group in column if group in groups] for column in COLUMNS]
    there[0].append("legend")
    for column in filter(None, there):
        yield f"  {{rank=same; {'; '.join(column)};}}"
        yield from (f"  {one} -> {other} [style=invis];" for one, other in pairwise(column))
    firsts = [column[0] for column in there if column]
    yield from (f"  {one} -> {other} [style=invis];" for one, other in pairwise(firsts))


def _edge(link: Link, spots: Spots) -> str:
    """Return a line; one that leads to the left is written from its end."""
    style = EDGES[LINE_OF.get(link.kind, link.kind)]
    parts = [f'color="{style.colour}"', f"style={style.line}"]
    if link.cards:
        parts.append(f"penwidth={min(1 + link.cards / 12, 4):.1f}")
    (left, out), (right, into) = spots[link.source], spots[link.target]
    if column_of(left) > column_of(right):
        (left, out), (right, into) = (right, into), (left, out)
        parts.append("dir=back")
    return f"  {left}:{out}:e -> {right}:{into}:w [{', '.join(parts)}];"


def _legend(picture: Picture, kinds: Iterable[str]) -> Iterator[str]:
    """Yield the box that says what lines mean."""
    rows = [_row(f"<b>{escape(box_word(picture.lang, 'legend'))}</b>")]
    for kind in kinds:
        style = EDGES[LINE_OF.get(kind, kind)]
        dash = "┄┄▶" if style.line in ("dashed", "dotted") else "──▶"
        sample = f'<font color="{style.colour}"><b>{dash}</b></font>'
        meaning = escape(box_word(picture.lang, f"means-{kind}"))
        rows.append(f'<tr><td>{sample}</td><td align="left">{meaning}</td></tr>')
    rows += (_row(escape(part)) for note in picture.notes for part in folded(note, 44))
    table = f'<table border="0" cellspacing="0" cellpadding="1">{"".join(rows)}</table>'
    yield f"  legend [fontsize=9, label=<{table}>];"


def _row(text: str) -> str:
    """Return a row of the legend over its whole width."""
    return f'<tr><td colspan="2" align="left">{text}</td></tr>'


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
            told = Language(picture.lang).row(ends)
            yield f"{box_word(picture.lang, f'means-{kind}')}: {told}"


def as_json(overview: Overview) -> str:
    """Return all boxes and links of an overview, those without lines too."""
    return json.dumps(to_builtins(overview), ensure_ascii=False, indent=1) + "\n"


_INDENT: Final = "  "


def node_as_text(near: Near, lang: str) -> str:
    """Return what is near a node as lines."""
    steps = (
        f"{_INDENT}{number:>3}  {label}  {box_word(lang, 'in-line', line=line)}"
        for number, label, line in near.steps
    )
    head = f"{near.node}  {near.label}  {near.place}"
    return "\n".join(
        [head, *_said("from", near.before, lang), *steps, *_said("to", near.behind, lang)]
    )


def _said(way: str, links: Links, lang: str) -> Iterator[str]:
    """Yield what edges of each kind say, with the nodes at their ends."""
    for kind, found in groupby(links, lambda link: link[0]):
        names = Language(lang).row((end for _, end in found))
        text = box_word(lang, f"{way}-{kind}", names=names)
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
