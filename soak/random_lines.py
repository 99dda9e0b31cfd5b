"""Hold the text of a game as lines with what stands below them, so that lines can be left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

HEAD = """\
id: random
version: "1"
language: 1
title: Random
"""


@dataclass(slots=True)
class Line:
    """A line of a text, with the lines that are indented below it."""

    text: str
    below: list[Line] = field(default_factory=list)


Lines = list[Line]


def text_of(lines: Iterable[Line]) -> tuple[str, list[Line]]:
    """Return a text and, for each of its lines, what stands there."""
    texts, known = HEAD.splitlines(), [Line("")] * len(HEAD.splitlines())

    def write(line: Line, depth: int) -> None:
        texts.append("  " * depth + line.text)
        known.append(line)
        for each in line.below:
            write(each, depth + 1)

    for line in lines:
        write(line, 0)
    return "\n".join(texts) + "\n", known


def plain(text: str) -> Lines:
    """Return lines that are written out."""
    found: Lines = []
    levels = [found]
    for line in filter(str.strip, text.splitlines()):
        depth = (len(line) - len(line.lstrip())) // 2
        made = Line(line.strip())
        del levels[depth + 1 :]
        levels[depth].append(made)
        levels.append(made.below)
    return found


def block(key: str, body: Lines) -> Line:
    """Return a body under its key."""
    return Line(f"{key}: |", body)


def quoted(key: str, words: str) -> Line:
    """Return an expression under its key."""
    return Line(f'{key}: "{words}"')


def without(lines: Lines, wrong: set[int]) -> Lines:
    """Return lines without some, by their identity, and all that stands below them."""
    kept = [line for line in lines if id(line) not in wrong]
    for line in kept:
        line.below = without(line.below, wrong)
    return kept
