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


def at_size(browser: Any, url: str, told: Any, size: str) -> dict[str, Any]:
    """Measure one table at one size of window."""
    table = Table(browser, url, told, size)
    looks = 0
    sizes, ratios = list[float](), list[float]()
    face_sizes, face_ratios, smallest_of = list[float](), list[float](), list[float]()
    faces, with_picture = set[str](), set[str]()
    names = {sort: Counter[str]() for sort in SORTS}
    cells = right = cells_in_sight = 0
    boards = dict[str, str]()
    wide = 0.0
    low = Counter[str]()
    try:
        for move in range(told.moves):
            asked = table.asked()
            if move % EVERY == 0 or table.me in asked[:1] or not asked:
                table.calm()
                table.me.evaluate("measure.learnFaces()")
                looks += 1
                texts = table.me.evaluate("measure.texts()")
                inside = set(table.me.evaluate("measure.inside()"))
                for sort, found in raw(texts, inside).items():
                    names[sort] |= found
                sizes += [each["px"] for each in texts]
                ratios += [each["ratio"] for each in texts]
                for each in texts:
                    if each["ratio"] < CONTRAST:
                        low[each["text"][:30]] += 1
                for face in table.me.evaluate("measure.faceTexts()"):
                    faces.add(face["face"])
                    if face["pictures"]:
                        with_picture.add(face["face"])
                    face_sizes += [each["px"] for each in face["texts"]]
                    face_ratios += [each["ratio"] for each in face["texts"] if each["ratio"]]
                    smallest_of += [min((each["px"] for each in face["texts"]), default=99)]
                for board in table.me.evaluate("measure.boards()"):
                    cells += board["cells"]
                    right += board["right"]
                    cells_in_sight += board["inSight"]
                    boards[board["title"]] = f"{board['wanted']} drawn {board['drawn']}"
                wide = max(
                    wide, table.me.evaluate("document.documentElement.scrollWidth / innerWidth")
                )
            if not asked or table.answer(asked[0]) is None:
                break
        measured: dict[str, Any] = {
            "looks": looks,
            "cells": cells,
            "cells_right": share(right, cells),
            "cells_in_sight": share(cells_in_sight, cells),
            "boards": boards,
            "smallest_px": min(sizes, default=None),
            "smallest_face_px": min(face_sizes, default=None),
            "face_texts_readable": share(sum(px >= READABLE for px in face_sizes), len(face_sizes)),
            "faces_readable": share(sum(px >= READABLE for px in smallest_of), len(smallest_of)),
            "contrast": min(ratios, default=None),
            "texts_below_contrast": share(sum(each < CONTRAST for each in ratios), len(ratios)),
            "face_contrast": min(face_ratios, default=None),
            "face_texts_below_contrast": share(
                sum(each < CONTRAST for each in face_ratios), len(face_ratios)
            ),
            "faces": len(faces),
            "faces_with_picture": share(len(with_picture), len(faces)),
            "raw": {sort: sum(found.values()) for sort, found in names.items()},
            "raw_examples": {
                s: [n for n, _ in found.most_common(8)] for s, found in names.items() if found
            },
            "widths": round(wide, 2),
        }
        if told.details:
            measured["low_contrast"] = low.most_common(12)
        return measured
    finally:
        table.close()


def measure(browser: Any, url: str, told: Any) -> dict[str, Any]:
    """Measure one game at each size."""
    return {size: at_size(browser, url, told, size) for size in told.sizes}


if __name__ == "__main__":
    raise SystemExit(each_game(arguments(__doc__.splitlines()[0]).parse_args(), measure))
