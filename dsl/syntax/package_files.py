"""Read the texts of a package's folder, and report why some cannot be read.

Every reader of a package uses this module, to check its texts or to look for a cached model.
Packages come from strangers: nothing is opened before it is known to be a plain file of the
package, nothing is read beyond the limits, and nothing outside the folder is ever shown.
"""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dsl.characters import DIRECTIONS, REFUSED, REFUSED_IN_NAMES
from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.diagnostics.wording import Said
from dsl.files import FileTooLarge, NoPlainFile, read_plain
from dsl.records import Record, Source, Span
from dsl.syntax.limits import (
    FILE_BYTES,
    PACKAGE_BYTES,
    PACKAGE_DEPTH,
    PACKAGE_ENTRIES,
    PACKAGE_FILES,
    TABLE_BYTES,
)


def characters_are_allowed(source: Source, report: Report) -> bool:
    """Return whether a whole file may go to the YAML reader; else report the first character."""
    match = REFUSED.search(source.text)
    if match is None:
        return True
    _report(match.group(), Span(source, match.start(), match.end()), report)
    return False


def value_is_allowed(value: str, span: Span, report: Report) -> bool:
    """Return whether a value holds no such character by an escape; else report the scalar."""
    match = REFUSED.search(value)
    if match is None:
        return True
    _report(match.group(), span, report)
    return False


def name_is_allowed(name: str, span: Span, report: Report) -> bool:
    """Return whether the name of a file holds no such character; else report the file."""
    match = REFUSED_IN_NAMES.search(name)
    if match is None:
        return True
    _report(match.group(), span, report, ".in-name")
    return False


def _report(char: str, span: Span, report: Report, place: str = "") -> None:
    """Report one character by its number."""
    if 0xD800 <= ord(char) <= 0xDFFF:
        name = "lone-surrogate"
    else:
        is_direction = re.match(f"[{DIRECTIONS}]", char)
        name = "text-direction" if is_direction else "control-character"
    report.add(f"{name}{place}", span, number=f"U+{ord(char):04X}")


def read_source(path: Path, shown: str, report: Report) -> Source | None:
    """Return the text of a file, or None after a diagnostic.

    Args:
        shown: The path as people named it.
    """
    data = bytes_of(path, shown, report)
    return None if data is None else source_of(data, shown, report)


def bytes_of(path: Path | str, shown: str, report: Report, most: int = FILE_BYTES) -> bytes | None:
    """Return what a plain file of at most some bytes holds, or None after a diagnostic."""
    try:
        return read_plain(path, most)
    except FileTooLarge:
        _refuse(report, "file-too-large", shown, most=most)
    except NoPlainFile:
        _refuse(report, "unreadable-file.no-file", shown)
    except OSError as error:
        _refuse(report, "unreadable-file.of-system", shown, why=_reason(error))
    return None


def _reason(error: OSError) -> str:
    """Return why the system does not give a file."""
    return error.strerror.lower() if error.strerror else Said("unreadable-file.unknown-reason")


def source_of(data: bytes, shown: str, report: Report) -> Source | None:
    """Return bytes as a source, without byte order mark and with `\\n` line ends."""
    data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = Source.of("", data[: error.start].decode("utf-8")).text
        after = Source.of("", data[error.start :].decode("utf-8", "replace")).text
        span = Span(Source(shown, before + after), len(before), len(before) + 1)
        report.add("not-utf8", span, byte=f"{data[error.start]:#04x}")
        return None
    return Source.of(shown, text)


def _refuse(report: Report, key: str, shown: str, **slots: Any) -> None:
    """Report a file or folder as a whole."""
    report.add(key, Span(Source(shown, ""), 0, 0), **slots)


SOURCES_KEPT: Final = 1024
TEXT_KEPT: Final = 50_000
"""Characters of a text of which it is remembered what was read: a longer one takes megabytes."""
EXPANSIONS: Final = "expansions"
ENDING: Final = ".yaml"
CARDS: Final = "cards"
"""The folder in which nothing but cards is expected."""
TABLES: Final = (".csv", ".tsv", ".xlsx", ".ods")
"""How tables of cards end, which are read from that folder."""
OPENED: Final = ("~$", ".~")
"""How the files begin that spreadsheets lay beside a table while it is open."""


class TableFile(Source, eq=False):
    """A table of cards as it lies on the disk: its bytes, and no text."""

    data: bytes = b""


def is_table(name: str) -> bool:
    """Return whether a name below a folder is that of a table of cards."""
    folder, _, file = name.rpartition("/")
    is_cards = folder.split("/")[0] == CARDS
    return is_cards and file.lower().endswith(TABLES) and not file.startswith(OPENED)


class Place(Record):
    """A folder of texts.

    Attributes:
        shown: The folder as people named it; paths in findings begin with it.
        expansion: The id of the expansion in it; empty for a game.
    """

    folder: Path
    shown: str
    expansion: str = ""


class Files(Record):
    """The texts of a place as bytes.

    Attributes:
        contents: Names below the folder, with `/` between, and bytes; in the order of the names.
        findings: Why others could not be read.
    """

    place: Place
    contents: tuple[tuple[str, bytes], ...]
    findings: tuple[Diagnostic, ...] = ()

    @classmethod
    def of(
        cls, folder: Path, shown: str, expansion: str = "",
        contents: Iterable[tuple[str, bytes]] | None = None,
    ) -> Files:  # fmt: skip
        """Return the YAML files of a package; its expansions are packages of their own.

        Args:
            shown, expansion: As of `Place`.
            contents: What to take for them, whatever lies on the disk.
        """
        place = Place(folder, shown, expansion)
        return files_in(place) if contents is None else cls(place, tuple(contents))

    @property
    def texts(self) -> tuple[tuple[str, bytes], ...]:
        """Those that are no tables."""
        return tuple((name, data) for name, data in self.contents if not is_table(name))

    def sources(self) -> tuple[Source, ...]:
        """Return the texts of the files, as far as they can be read."""
        return tuple(sources_of(self, Report()))


def files_in(place: Place) -> Files:
    """Return the texts and tables of a package; its expansions are packages of their own."""
    report = Report()
    names = sorted(_Walk(place, report).names(), key=lambda pair: pair[0])
    contents = tuple(_contents(place, names, report))
    return Files(place, contents, tuple(report.diagnostics))


def is_own_name(name: str) -> bool:
    """Return whether a name below a folder is that of a text of its package."""
    parts = name.split("/")
    is_hidden = any(part.startswith(".") for part in parts)
    return name.endswith(ENDING) and not is_hidden and parts[0] != EXPANSIONS


def sources_of(files: Files, report: Report) -> Iterator[Source]:
    """Yield the texts of files that are UTF-8; what could not be read is reported."""
    report.diagnostics.extend(files.findings)
    for name, data in files.contents:
        if is_table(name):
            yield _kept_table(f"{files.place.shown}/{name}", data, files.place.expansion)
            continue
        source = source_of(data, f"{files.place.shown}/{name}", report)
        if source is not None:
            yield _kept(source.path, source.text, files.place.expansion)


@lru_cache(maxsize=SOURCES_KEPT)
def _kept(path: str, text: str, expansion: str) -> Source:
    """Return the one source of a text, so that what is made of it is made once a process."""
    return Source(path, text, expansion)


@lru_cache(maxsize=SOURCES_KEPT)
def _kept_table(path: str, data: bytes, expansion: str) -> TableFile:
    """Return the one source of a table, as above."""
    return TableFile(path, "", expansion, data)


def _contents(
    place: Place, names: list[tuple[str, bool]], report: Report
) -> Iterator[tuple[str, bytes]]:
    """Yield the bytes of files as far as a package may reach."""
    size = 0
    for number, (name, is_link) in enumerate(names):
        data = None
        if number < PACKAGE_FILES:
            data = _bytes_in(place, name, is_link, report)
        size += len(data or b"")
        if number >= PACKAGE_FILES or size > PACKAGE_BYTES:
            slots = {"files": PACKAGE_FILES, "bytes": PACKAGE_BYTES}
            _refuse(report, "package-too-large", f"{place.shown}/{name}", **slots)
            return
        if data is not None:
            yield name, data


def _bytes_in(place: Place, name: str, is_link: bool, report: Report) -> bytes | None:
    """Return the bytes of a file; None where it is none of the package's, which is reported."""
    path, shown = os.path.join(place.folder, name), f"{place.shown}/{name}"
    if is_link:
        path = os.path.realpath(path)
        root = os.path.join(os.path.realpath(place.folder), "")
        if not path.startswith(root):
            _refuse(report, "unreadable-file.link", shown)
            return None
    return bytes_of(path, shown, report, TABLE_BYTES if is_table(name) else FILE_BYTES)


@dataclass(slots=True)
class _Walk:
    """Goes through the folders of a package, its hidden ones and its expansions left out.

    Attributes:
        seen: How many entries so far, of whatever name.
    """

    place: Place
    report: Report
    seen: int = 0

    def names(self) -> Iterator[tuple[str, bool]]:
        """Yield the names below the folder that end as texts do, and whether each is a link."""
        folders = [("", 0)]
        while folders and self.seen <= PACKAGE_ENTRIES:
            folder, depth = folders.pop()
            for entry in self._entries(folder):
                name = folder + entry.name
                if entry.is_dir(follow_symlinks=False):
                    folders += self._inner(name, depth + 1)
                elif entry.name.endswith(ENDING) or is_table(name):
                    if self._is_named_well(name):
                        yield name, entry.is_symlink()
                elif self._seems_meant(name):
                    self._report_unread(name)

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        """Yield what lies in a folder, as far as there is an end."""
        try:
            with os.scandir(os.path.join(self.place.folder, folder)) as entries:
                for entry in entries:
                    self.seen += 1
                    if self.seen > PACKAGE_ENTRIES:
                        self._refuse("package-too-large.entries", folder, most=PACKAGE_ENTRIES)
                        return
                    if not entry.name.startswith("."):
                        yield entry
        except OSError as error:
            self._refuse("unreadable-file.folder", folder, why=_reason(error))

    def _inner(self, folder: str, depth: int) -> Iterator[tuple[str, int]]:
        """Yield a folder that is to be gone through, and how deep it lies."""
        if folder == EXPANSIONS:
            return
        if depth > PACKAGE_DEPTH:
            self._refuse("package-too-large.nested", folder, most=PACKAGE_DEPTH)
            return
        yield f"{folder}/", depth

    def _seems_meant(self, name: str) -> bool:
        """Return whether a file that is not read looks like a text of the package."""
        if name.rpartition("/")[2].startswith(OPENED):
            return False
        is_text = name.lower().endswith((".yml", ENDING))
        return is_text or name.split("/")[0] == CARDS

    def _report_unread(self, name: str) -> None:
        """Report a file that nothing reads."""
        if not self._is_named_well(name):
            return
        stem, _, ending = name.rpartition("/")[2].rpartition(".")
        is_text = f".{ending.lower()}" in (".yml", ENDING)
        key = "unread-file.ending" if is_text else "unread-file.in-cards"
        _refuse(self.report, key, f"{self.place.shown}/{name}", name=f"{stem}{ENDING}")

    def _is_named_well(self, name: str) -> bool:
        """Return whether a name can be shown; else report it."""
        readable = os.fsencode(name).decode("utf-8", "replace")
        span = Span(Source(f"{self.place.shown}/{readable}", ""), 0, 0)
        if readable != name:
            self.report.add("not-utf8.name", span)
            return False
        return name_is_allowed(name, span, self.report)

    def _refuse(self, key: str, folder: str, **slots: Any) -> None:
        """Report a folder."""
        readable = os.fsencode(folder).decode("utf-8", "replace")
        _refuse(self.report, key, f"{self.place.shown}/{readable}", **slots)
