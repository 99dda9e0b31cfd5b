"""How a table is painted: cells in their grid, sizes of text, contrast, names of the inside.

Looked at every few moves, at each size of window. See README.md.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from benchmarks.table.robot import Table, arguments, each_game, share

READABLE, CONTRAST = 8, 4.5
EVERY = 4
"""So many moves lie between two looks."""
RAW = {
    "joined": re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+(?![\w-])"),
    "number_sign": re.compile(r"#\d+"),
    "expression": re.compile(
        r"\b\w+\.\w+\b(?!\.)|==|\b(?:where|every|count)\s*\(|[{}]|\b(?:none|true|false)\b"
    ),
}
IN_QUESTIONS = {
    "gap": re.compile(r"\w* ?…:?"),
    "built_phrase": re.compile(r"\((?:the|your|its|a|that)\b[^()]{3,60}"),
}
"""What a person would not say, where something is asked."""
WORD = re.compile(
    r"^(?:face-(?:up|down)|left-over|one-time|end-of-\w+|start-of-\w+|non-\w+|re-\w+|co-\w+|"
    r"(?:one|two|three|four|five|half|self|well|high|low|open|last|first|old|new)-\w+|\w+-(?:up|down|off|out|in|made|making|long|like))$"
)
"""Joined words that are English, where no name of the inside says otherwise."""

SORTS = (*RAW, "known", *IN_QUESTIONS)


def raw(texts: list[dict[str, Any]], inside: set[str]) -> dict[str, Counter[str]]:
    """Return what looks like names of the program, by sort."""
    found = {sort: Counter[str]() for sort in SORTS}
    for each in texts:
        for sort, pattern in IN_QUESTIONS.items() if each["where"] == "ask" else ():
            found[sort].update(pattern.findall(each["text"]))
        for sort, pattern in RAW.items():
            for name in pattern.findall(each["text"]):
                if sort == "joined" and name in inside:
                    found["known"][name] += 1
                elif sort != "joined" or not WORD.match(name):
                    found[sort][name] += 1
    return found


class Paint:
    """Gathers how a page is painted, look by look."""

    def __init__(self) -> None:
        self.looks, self.widest = 0, 0.0
        self.sizes, self.ratios = list[float](), list[float]()
        self.face_sizes, self.face_ratios = list[float](), list[float]()
        self.smallest_of = list[float]()
        self.faces, self.with_picture = set[str](), set[str]()
        self.names = {sort: Counter[str]() for sort in SORTS}
        self.cells, self.boards, self.low = Counter[str](), dict[str, str](), Counter[str]()

    def look(self, page: Any) -> None:
        """Look at a page once."""
        page.evaluate("measure.learnFaces()")
        self.looks += 1
        texts = page.evaluate("measure.texts()")
        for sort, found in raw(texts, set(page.evaluate("measure.inside()"))).items():
            self.names[sort] |= found
        self.sizes += [each["px"] for each in texts]
        self.ratios += [each["ratio"] for each in texts]
        self.low.update(each["text"][:30] for each in texts if each["ratio"] < CONTRAST)
        for face in page.evaluate("measure.faceTexts()"):
            self.faces.add(face["face"])
            if face["pictures"]:
                self.with_picture.add(face["face"])
            self.face_sizes += [each["px"] for each in face["texts"]]
            self.face_ratios += [each["ratio"] for each in face["texts"] if each["ratio"]]
            self.smallest_of += [min((each["px"] for each in face["texts"]), default=99)]
        for board in page.evaluate("measure.boards()"):
            self.cells.update({sort: board[sort] for sort in ("cells", "right", "inSight")})
            self.boards[board["title"]] = f"{board['wanted']} drawn {board['drawn']}"
        wide = page.evaluate("document.documentElement.scrollWidth / innerWidth")
        self.widest = max(self.widest, wide)

    def measured(self) -> dict[str, Any]:
        """Return what was gathered, as shares."""
        names = self.names.items()
        return {
            "looks": self.looks,
            "cells": self.cells["cells"],
            "cells_right": share(self.cells["right"], self.cells["cells"]),
            "cells_in_sight": share(self.cells["inSight"], self.cells["cells"]),
            "boards": self.boards,
            "smallest_px": min(self.sizes, default=None),
            "smallest_face_px": min(self.face_sizes, default=None),
            "face_texts_readable": _share_of(self.face_sizes, READABLE),
            "faces_readable": _share_of(self.smallest_of, READABLE),
            "contrast": min(self.ratios, default=None),
            "texts_in_contrast": _share_of(self.ratios, CONTRAST),
            "face_contrast": min(self.face_ratios, default=None),
            "face_texts_in_contrast": _share_of(self.face_ratios, CONTRAST),
            "faces": len(self.faces),
            "faces_with_picture": share(len(self.with_picture), len(self.faces)),
            "raw": {sort: sum(found.values()) for sort, found in names},
            "raw_examples": {
                s: [n for n, _ in found.most_common(8)] for s, found in names if found
            },
            "widths": round(self.widest, 2),
        }


def _share_of(values: list[float], least: float) -> float | None:
    return share(sum(each >= least for each in values), len(values))


def at_size(browser: Any, url: str, told: Any, size: str) -> dict[str, Any]:
    """Measure one table at one size of window."""
    table, paint = Table(browser, url, told, size), Paint()
    try:
        for move in range(told.moves):
            asked = table.asked()
            if move % EVERY == 0 or table.me in asked[:1] or not asked:
                table.calm()
                paint.look(table.me)
            if not asked or table.answer(asked[0]) is None:
                break
        low = {"low_contrast": paint.low.most_common(12)} if told.details else {}
        return {**paint.measured(), **low}
    finally:
        table.close()


def measure(browser: Any, url: str, told: Any) -> dict[str, Any]:
    """Measure one game at each size."""
    return {size: at_size(browser, url, told, size) for size in told.sizes}


if __name__ == "__main__":
    raise SystemExit(each_game(arguments(__doc__.splitlines()[0]).parse_args(), measure))
