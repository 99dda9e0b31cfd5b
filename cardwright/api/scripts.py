"""List the scripts and examples of a package, and compare what comes of them.

Transcripts are compared with recorded ones; coverage counts the nodes of the event graph that were
reached.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cardwright.api.package import Package
from dsl.files import read_plain
from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.records import record

if TYPE_CHECKING:
    from interpreter.graph.nodes import Node


LONGEST = 16 * 1024 * 1024
"""Bytes of a recorded transcript that are read."""


@record
class Case:
    """A script or example with the package it belongs to.

    Attributes:
        number: Its place among the package's examples and scripts, in that order.
        is_example: It stands on a card, event, value or action.
    """

    package: Package
    number: int
    script: Script
    is_example: bool

    @property
    def title(self) -> str:
        """Return what it shows; an example without a title is named after its card."""
        return self.script.title or self.script.card or self.place

    @property
    def place(self) -> str:
        """Return `path:line:column`."""
        return self.script.span.place

    @property
    def file(self) -> Path:
        """Return the file it stands in.

        The path in the span is the one shown when the package was checked, which may have been
        elsewhere; so only what lies below the package's folder, or that of an expansion in it,
        counts: first where such a folder is shown as it was, or has the same name.
        """
        shown = Path(self.script.span.source.path)
        packages = (*self.package.parts, self.package)
        folders = [each.folder for each in packages]
        ends = [shown.parts[i:] for i in range(len(shown.parts))]
        same = [each.folder / shown.relative_to(each.shown) for each in packages
                if shown.is_relative_to(each.shown)]  # fmt: skip
        named = [f.joinpath(*end[1:]) for end in ends for f in folders if end[0] == f.name]
        others = [self.package.folder.joinpath(*end) for end in ends]
        return next((path for path in (*same, *named, *others) if path.is_file()), shown)

    def is_in(self, path: Path) -> bool:
        """Return whether it stands in a file or below a folder."""
        return self.file.resolve().is_relative_to(path.resolve())

    def is_at(self, line: int) -> bool:
        """Return whether it begins on a line, from 1."""
        return self.script.span.source.position(self.script.span.start)[0] == line

    def has_words(self, words: tuple[str, ...]) -> bool:
        """Return whether its title, card or place have all words; case does not count."""
        text = f"{self.title} {self.script.card or ''} {self.place}".casefold()
        return all(word.casefold() in text for word in words)


@record
class Difference:
    """The first line in which a transcript differs from the recorded one."""

    path: str
    line: int
    expected: str
    found: str

    def slots(self) -> dict[str, object]:
        """Return what stands in a message."""
        return asdict(self)


def cases_of(package: Package, model: Game) -> list[Case]:
    """Return the examples, then the scripts of a package."""
    examples = [(script, True) for script in model.examples]
    scripts = [(script, False) for script in model.scripts]
    pairs = enumerate(examples + scripts)
    return [Case(package, i, script, is_example) for i, (script, is_example) in pairs]


def split_place(word: str) -> tuple[Path, int | None]:
    """Return the file and the line of `FILE` or `FILE:LINE`, as places are shown.

    Raises:
        FileNotFoundError: There is no such file.
    """
    if not Path(word).exists():
        name, sign, line = word.rpartition(":")
        if sign and line.isdecimal() and Path(name).exists():
            return Path(name), int(line[:9])
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), word)
    return Path(word), None


def scripts_at(package: Package, model: Game, word: str) -> list[Case]:
    """Return the scripts in a file or below a folder, or the one at `FILE:LINE`."""
    path, line = split_place(word)
    scripts = [case for case in cases_of(package, model) if not case.is_example]
    return [case for case in scripts if case.is_in(path) and (line is None or case.is_at(line))]


def recorded_file(case: Case) -> Path | None:
    """Return where the transcript of a script is recorded; None for examples."""
    if case.script.recorded is None:
        return None
    return case.file.parent / Path(case.script.recorded).name


def _recorded_lines(file: Path) -> list[str] | None:
    """Return the lines of a recorded transcript; None where there is none.

    A link is none: what it leads to would be shown where it differs.
    """
    try:
        return read_plain(file, LONGEST, follows=False).decode("utf-8", "replace").splitlines()
    except OSError:
        return None


def first_difference(case: Case, transcript: str) -> Difference | None:
    """Return the first line that differs from the recorded transcript; None if nothing differs.

    Nothing differs where nothing is recorded.
    """
    file = recorded_file(case)
    before = None if file is None else _recorded_lines(file)
    if before is None:
        return None
    pairs = zip_longest(before, transcript.splitlines())
    for number, (expected, found) in enumerate(pairs, start=1):
        if expected != found:
            return Difference(str(file), number, expected or "", found or "")
    return None


Key: TypeAlias = tuple[str, int, int]


@record
class Coverage:
    """The nodes of one game, all its variants together, and which of them were reached.

    Attributes:
        title: The game and, where some were asked for, its expansions.
        nodes: In the order of the texts.
    """

    title: str
    nodes: tuple[Node, ...]
    reached: frozenset[Key]

    @property
    def unreached(self) -> tuple[Node, ...]:
        """Return the nodes that were not reached."""
        return tuple(node for node in self.nodes if node.key not in self.reached)

    @property
    def count(self) -> int:
        """Return how many nodes were reached."""
        return len(self.nodes) - len(self.unreached)

    @property
    def share(self) -> float:
        """Return the part that was reached, from 0 to 1; 1 where there is nothing to reach."""
        return self.count / len(self.nodes) if self.nodes else 1.0

    def is_at_least(self, percent: float) -> bool:
        """Return whether at least this percentage of the nodes was reached."""
        return self.count * 100 >= percent * len(self.nodes)

    def of_card(self, card: str | None) -> Coverage:
        """Return the part that stands on a card, or on none."""
        nodes = tuple(node for node in self.nodes if node.card == card)
        return Coverage(card or "", nodes, self.reached)

    @property
    def cards(self) -> tuple[Coverage, ...]:
        """Return the part of each card that has nodes, by id."""
        ids = sorted({node.card for node in self.nodes if node.card is not None})
        return tuple(self.of_card(id_) for id_ in ids)


def coverage(title: str, nodes: Iterable[Node], reached: Iterable[Key]) -> Coverage:
    """Return the coverage of nodes, each place once, in the order of the texts."""
    by_key = {node.key: node for node in nodes}
    return Coverage(title, tuple(by_key[key] for key in sorted(by_key)), frozenset(reached))


def as_plain(found: Coverage) -> dict[str, Any]:
    """Return coverage as one plain object."""
    return {
        "game": found.title,
        **_counts(found),
        "cards": [{"card": card.title, **_counts(card)} for card in found.cards],
    }


def _counts(found: Coverage) -> dict[str, Any]:
    return {
        "nodes": len(found.nodes),
        "reached": found.count,
        "share": round(found.share, 4),
        "unreached": [_plain_node(node) for node in found.unreached],
    }


def _plain_node(node: Node) -> dict[str, Any]:
    line, column = node.span.source.position(node.span.start)
    return {
        "file": node.span.source.path,
        "line": line,
        "column": column,
        "sort": node.sort,
        "text": one_line(node.words),
    }


def one_line(words: str) -> str:
    """Return words with a space for every stretch of blanks and line ends."""
    return " ".join(words.split())
