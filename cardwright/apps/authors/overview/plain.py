"""Write an overview as plain text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Final

from cardwright.apps.authors.outline.page import Overview
from cardwright.apps.authors.overview.picture import Label, Picture
from cardwright.apps.authors.overview.words import word
from interpreter.graph.drawing import folded

WIDTH: Final = 90


def as_text(picture: Picture) -> str:
    """Return a picture in words: the boxes by group, and what leads from each."""
    lines: list[str] = []
    for group, labels in groupby(picture.labels, key=lambda label: label.box.group):
        lines += ["", picture.frames[group]] if lines else [picture.frames[group]]
        for label in labels:
            lines += _box(picture, label)
    lines += ["", *picture.notes] if picture.notes else []
    return "\n".join(line.replace("\u00a0", " ") for line in lines)


def _box(picture: Picture, label: Label) -> Iterator[str]:
    """Yield the lines of a box."""
    around = [picture.frames[name] for name in label.box.inside]
    known_as = f"  [{label.id}]" if label.id != label.title else ""
    yield "  " + " › ".join([*around, label.title]) + known_as
    details = [*label.details, *_leads(picture, label)]
    for line in (part for text in details for part in folded(text, WIDTH)):
        yield f"      {line}"


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
    return json.dumps(asdict(overview), ensure_ascii=False, indent=1) + "\n"
