"""Find the numbers of a package that may be changed, and write others in their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from typing import Final

from cardwright.api.folders import Package
from cardwright.apps.face.mistake import AppMistake
from cardwright.apps.lab.simulate.edits import only_place, yaml_files
from dsl.records import record
from dsl.source import Source
from dsl.syntax.effect_style import Edit, with_edits

_NUMBER: Final = re.compile(r"(?:(?<![\w.)\]])(?<![\w.)\]] )-)?(?<![\w.])(?<!\w-)\d+(?![\w.])")
"""A number by itself: part of no name and no range; its minus only where that is its sign."""
_VARY: Final = re.compile(
    r"(?P<path>[^=#]+)(?:#(?P<which>[1-9]\d*))?=(?P<low>-?\d+)\.\.(?P<high>-?\d+)"
)
_MARK: Final = re.compile(r"#\s*tune\s+(?P<low>-?\d+)\.\.(?P<high>-?\d+)\s*$")


class NotTunable(AppMistake):
    """A number cannot be searched for."""


@record
class Knob:
    """A number that may be changed.

    Attributes:
        name: What people call it: the path they gave, or `FILE:LINE` of a mark.
        low, high: Its bounds, which it may have too.
        now: What the package says.
        file, source, start, end: Where it stands.
    """

    name: str
    low: int
    high: int
    now: int
    file: Path
    source: Source
    start: int
    end: int


def knobs_of(package: Package, words: Sequence[str]) -> tuple[Knob, ...]:
    """Return the numbers that words like `cards.anvil.price=1..6` name; without words, those that
    a comment `# tune 1..6` on their line marks.

    Raises:
        NotTunable: A word or mark names no number, or its bounds are none.
        NoPlace: A path does not lead to one word of the package.
    """
    found = [*(_named(package, word) for word in words)] if words else [*_marked(package)]
    if not found:
        raise NotTunable("tune-nothing")
    for knob in found:
        if not knob.low <= knob.now <= knob.high or knob.low == knob.high:
            raise NotTunable("tune-bounds", what=knob.name, low=knob.low, high=knob.high,
                             now=knob.now)  # fmt: skip
    taken = {(knob.file, knob.start) for knob in found}
    if len(taken) < len(found):
        raise NotTunable("tune-twice")
    return (*found,)


def _named(package: Package, word: str) -> Knob:
    """Return the number that a word names."""
    said = _VARY.fullmatch(word)
    if said is None:
        raise NotTunable("tune-vary", word=word)
    path = said["path"]
    file, span = only_place(package.folder, path)
    name = word.partition("=")[0]
    return _knob(name, file, span.source, (span.start, span.end), said)


def _marked(package: Package) -> Iterator[Knob]:
    """Yield the numbers that comments mark."""
    for file, source in yaml_files(package.folder):
        at = 0
        for number, line in enumerate(source.text.splitlines(keepends=True), 1):
            mark = _MARK.search(line)
            if mark is not None:
                name = f"{file.relative_to(package.folder).as_posix()}:{number}"
                yield _knob(name, file, source, (at, at + mark.start()), mark)
            at += len(line)


def _knob(
    name: str, file: Path, source: Source, where: tuple[int, int], said: re.Match[str]
) -> Knob:
    """Return the number that stands in a stretch of a text: the one that is asked for, or all."""
    numbers = [*_NUMBER.finditer(source.text, *where)]
    which = said.groupdict().get("which")
    if which is not None:
        numbers = numbers[int(which) - 1 :][:1]
    if len(numbers) != 1:
        text = source.text[slice(*where)].strip()
        raise NotTunable("tune-numbers", what=name, text=text, number=len(numbers))
    (one,) = numbers
    low, high = int(said["low"]), int(said["high"])
    return Knob(name, low, high, int(one.group()), file, source, *one.span())


def texts_with(knobs: Iterable[Knob], values: Sequence[int]) -> dict[Path, str]:
    """Return the files that are others with some values, with what stands in them then."""
    edits: dict[Path, list[Edit]] = {}
    sources = {}
    for knob, value in zip(knobs, values, strict=True):
        if value != knob.now:
            edits.setdefault(knob.file, []).append(Edit(knob.start, knob.end, str(value)))
            sources[knob.file] = knob.source
    return {file: with_edits(sources[file].text, sorted(some)) for file, some in edits.items()}


def patch(texts: dict[Path, str], root: Path) -> str:
    """Return what `git apply` and `patch -p1` take in a folder for its files to say these texts."""
    parts = []
    for file, text in sorted(texts.items()):
        old = StringIO(file.read_bytes().decode(), newline="\n").readlines()
        name = file.relative_to(root).as_posix()
        ends = "\t" if " " in name else ""  # so a name with blanks is known to end there
        for line in unified_diff(old, [*_as_in(old, text)], f"a/{name}{ends}", f"b/{name}{ends}"):
            parts.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(parts)


def _as_in(old: Sequence[str], text: str) -> Iterator[str]:
    """Yield the lines of a text that has as many as a file, begun and ended as they are there."""
    for was, now in zip(old, text.split("\n"), strict=False):
        plain = was.removeprefix("\ufeff").rstrip("\r\n")
        yield was if plain == now else was.replace(plain, now)
