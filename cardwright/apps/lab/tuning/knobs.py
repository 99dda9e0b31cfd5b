"""Change words and numbers in the text of a package: `cards.anvil.price=3`, in a copy of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec.structs import replace

from cardwright import Package, write_atomically
from cardwright.apps.face.words import AppMistake
from dsl import Record, Source, Span, read_yaml
from dsl.model import documents

CARDS = "cards"


class NoPlace(AppMistake):
    """A path leads to no word of a package, or to several."""


@contextmanager
def changed(package: Package, changes: Sequence[tuple[str, str]]) -> Iterator[Package]:
    """Yield a copy of a package with other words at some paths.

    Raises:
        NoPlace: A path does not lead to one word.
    """
    with TemporaryDirectory(prefix="cardwright-") as place:
        folder = Path(place) / "game" / package.folder.resolve().name
        shutil.copytree(package.folder, folder)
        for library in package.libraries():
            shutil.copytree(library.folder, folder.parent / library.id, dirs_exist_ok=True)
        for path, value in changes:
            file, span = only_place(folder, path)
            text = span.source.text
            write_atomically(file, text[: span.start] + value + text[span.end :])
        yield replace(package, folder=folder)


def only_place(folder: Path, path: str) -> tuple[Path, Span]:
    """Return the file and the span of the one word that a path of keys leads to.

    Raises:
        NoPlace: It leads to none, or to several.
    """
    found = [*places(folder, path)]
    if len(found) != 1:
        key = "compare-many-places" if found else "compare-no-place"
        raise NoPlace(key, path=path, number=len(found))
    return found[0]


def places(folder: Path, path: str) -> Iterator[tuple[Path, Span]]:
    """Yield the files and spans of the words that a path of keys leads to.

    A card is found by its id, wherever it stands; an entry of a list by its `id`.
    """
    parts = path.split(".")
    for file, source in yaml_files(folder):
        for document in read_yaml(source).documents:
            root = document.root
            if isinstance(root, documents.Mapping):
                found = [*_below(root, parts)]
                is_card = root.get("kind") is not None and parts[0] == CARDS
                if is_card and _id_of(root, file.stem) == "".join(parts[1:2]):
                    found += _below(root, parts[2:])
                yield from ((file, node.span) for node in found)


def yaml_files(folder: Path) -> Iterator[tuple[Path, Source]]:
    """Yield the files of a package with their texts; its expansions are packages of their own."""
    for file in sorted(folder.rglob("*.yaml")):
        source = read_yaml(file).source
        if source is not None and Package.EXPANSIONS not in file.relative_to(folder).parts:
            yield file, source


def _below(node: documents.Node | None, parts: Sequence[str]) -> Iterator[documents.Scalar]:
    """Yield the words at the end of some keys."""
    if isinstance(node, documents.Scalar):
        if not parts:
            yield node
    elif isinstance(node, documents.Mapping):
        if parts:
            yield from _below(node.get(parts[0]), parts[1:])
    elif node is not None and parts:
        for item in node.items:
            if not isinstance(item, documents.Mapping):
                continue
            if _id_of(item, "") == parts[0]:
                yield from _below(item, parts[1:])
            yield from _below(item.get("rows"), parts)


def _id_of(node: documents.Mapping, otherwise: str) -> str:
    """Return the id that a mapping says."""
    found = node.get("id")
    return found.text if isinstance(found, documents.Scalar) else otherwise


_NUMBER: Final = re.compile(r"(?:(?<![\w.)\]])(?<![\w.)\]] )-)?(?<![\w.])(?<!\w-)\d+(?![\w.])")
"""A number by itself: part of no name and no range; its minus only where that is its sign."""
_VARY: Final = re.compile(
    r"(?P<path>[^=#]+)(?:#(?P<which>[1-9]\d*))?=(?P<low>-?\d+)\.\.(?P<high>-?\d+)"
)
_MARK: Final = re.compile(r"#\s*tune\s+(?P<low>-?\d+)\.\.(?P<high>-?\d+)\s*$")


class NotTunable(AppMistake):
    """A number cannot be searched for."""


class Knob(Record):
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
    found = [] if words else [*_marked(package)]
    for word in words:
        said = _VARY.fullmatch(word)
        if said is None:
            raise NotTunable("tune-vary", word=word)
        file, span = only_place(package.folder, said["path"])
        name = word.partition("=")[0]
        found.append(_knob(name, file, span.source, (span.start, span.end), said))
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
    found: dict[Path, str] = {}
    pairs = sorted(zip(knobs, values, strict=True), key=lambda pair: -pair[0].start)
    for knob, value in pairs:
        if value != knob.now:
            text = found.get(knob.file, knob.source.text)
            found[knob.file] = text[: knob.start] + str(value) + text[knob.end :]
    return found


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
