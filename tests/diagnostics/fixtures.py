"""Read broken packages from Markdown: what each must report stands beside the bad line.

A fixture is a fenced block: files, each after `# file: PATH`, laid over the package in `base/`
(the fence's word `alone` leaves the base out). Files below `expansions/ID/` are those of an
expansion that is in. A line that ends in `# expect: NAME words` must be
reported under that name, with a span that covers exactly those words (a span over several lines is
compared with its blanks folded; `-` stands for no words; `NAME@COLUMN` where the words stand twice
in the line). A mark `# help: TEXT` behind it holds that a finding of the line says this help. The
marks are taken out before the package is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from dsl.check.texts.texts import Prelude, prelude_of
from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.load import Loaded, load_sources
from dsl.records import Source
from dsl.syntax.yaml_reader import read_documents

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).resolve().parent
FENCE: Final = re.compile(r"(?ms)^```yaml(?P<words>[^\n]*)\n(?P<body>.*?)^```$")
HEADING: Final = re.compile(r"(?m)^##? (.+)$")
FILE: Final = re.compile(r"(?m)^# file: (\S+)\n")
EXPECT: Final = re.compile(
    r"[ ]*# expect: (?P<name>[a-z0-9-]+)(?:@(?P<column>\d+))? (?P<words>.+?)"
    r"(?=[ ]*# (?:expect|help): |$)"
)
HELP: Final = re.compile(r"[ ]*# help: (?P<help>.+)$")
FIRST_FILE: Final = "rules.yaml"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One finding as fixtures write it.

    Attributes:
        column: From 1; 0 where the fixture leaves it out.
    """

    path: str
    line: int
    name: str
    words: str
    column: int = 0


@dataclass(frozen=True, slots=True)
class Fixture:
    """One package and what it must report.

    Attributes:
        helps: (path, line, a help that a finding of this line gives).
    """

    title: str
    files: dict[str, str]
    expected: tuple[Finding, ...]
    is_alone: bool
    helps: tuple[tuple[str, int, str], ...] = ()


def fixtures_of(text: str, name: str) -> Iterator[Fixture]:
    """Yield the packages of a Markdown text."""
    for fence in FENCE.finditer(text):
        headings = HEADING.findall(text[: fence.start()])
        title = f"{name}: {headings[-1]}" if headings else name
        files, expected, helps = _read_block(fence["body"])
        yield Fixture(title, files, expected, "alone" in fence["words"].split(), helps)


Helps = tuple[tuple[str, int, str], ...]


def _read_block(block: str) -> tuple[dict[str, str], tuple[Finding, ...], Helps]:
    """Return the files of a block without their marks, and the marks."""
    parts = FILE.split(block if FILE.match(block) else f"# file: {FIRST_FILE}\n{block}")
    files: dict[str, str] = {}
    expected: list[Finding] = []
    helps: list[tuple[str, int, str]] = []
    for path, text in zip(parts[1::2], parts[2::2], strict=True):
        lines = text.split("\n")
        for number, line in enumerate(lines, start=1):
            help_mark = HELP.search(line)
            line = HELP.sub("", line)
            helps += [(path, number, help_mark["help"])] if help_mark else []
            lines[number - 1] = EXPECT.sub("", line)
            expected += _marks(path, number, line)
        files[path] = "\n".join(lines)
    return files, tuple(sorted(expected)), tuple(helps)


def _marks(path: str, number: int, line: str) -> Iterator[Finding]:
    """Yield what a line must report."""
    own = EXPECT.sub("", line)
    for mark in EXPECT.finditer(line):
        words, column = mark["words"], int(mark["column"] or 0)
        times = len(re.findall(rf"(?<![\w-]){re.escape(words)}(?![\w-])", own))
        assert column or times <= 1 or words == "-", f"`{words}` stands twice: {line}"
        yield Finding(path, number, mark["name"], words, column)


def load_fixture(fixture: Fixture) -> Loaded:
    """Return what loading a fixture gives."""
    texts = dict(fixture.files) if fixture.is_alone else {**base(), **fixture.files}
    return _load(tuple(texts.items()))


@cache
def _load(texts: tuple[tuple[str, str], ...]) -> Loaded:
    """Return what loading some files gives; several tests look at each fixture."""
    return load_texts(dict(texts))


def load_texts(texts: dict[str, str]) -> Loaded:
    """Return what loading some files gives, in the order of their paths."""
    sources = [Source(path, texts[path], _expansion(path)) for path in sorted(texts)]
    return load_sources(sources, "small", prelude())


def _expansion(path: str) -> str:
    """Return the expansion that a file belongs to; empty for the game."""
    parts = path.split("/")
    return parts[1] if parts[0] == "expansions" else ""


@cache
def base() -> dict[str, str]:
    """Return the files of the package that fixtures lie over."""
    path = HERE / "base" / "game.yaml"
    return {"game.yaml": path.read_text(encoding="utf-8")}


@cache
def prelude() -> Prelude:
    """Return the prelude."""
    report = Report()
    documents = [
        document
        for path in sorted((ROOT / "cards" / "prelude").glob("*.yaml"))
        for document in read_documents(Source(path.name, path.read_text("utf-8")), report)
    ]
    return prelude_of(documents, report)


def finding_of(found: Diagnostic, columns: bool = True) -> Finding:
    """Return a finding as fixtures write it."""
    line, column = found.span.source.position(found.span.start)
    words = " ".join(found.span.text.split()) or "-"
    return Finding(found.span.source.path, line, found.name, words, column if columns else 0)


def differences(fixture: Fixture, found: tuple[Diagnostic, ...]) -> list[str]:
    """Return what is missing and what is too much."""
    wanted = list(fixture.expected)
    surplus = []
    for each in found:
        full = finding_of(each)
        forms = (full, finding_of(each, columns=False))
        match = next((form for form in forms if form in wanted), None)
        if match is None:
            surplus.append(f"surplus: {full} ({each.message})")
        else:
            wanted.remove(match)
    return [*surplus, *(f"missing: {each}" for each in wanted)]


def missing_helps(fixture: Fixture, found: tuple[Diagnostic, ...]) -> list[str]:
    """Return the helps that no finding of their line gives."""
    given = {
        (each.span.source.path, each.span.source.position(each.span.start)[0], text)
        for each in found
        for text in each.helps
    }
    missing = [each for each in fixture.helps if each not in given]
    return [f"missing: {each}; given: {sorted(given)}" for each in missing]


def fixture_files() -> list[Path]:
    """Return the Markdown files of fixtures."""
    return sorted(path for path in HERE.glob("*/*.md"))


def all_fixtures() -> Iterator[tuple[Path, Fixture]]:
    """Yield every fixture with its file."""
    for path in fixture_files():
        for fixture in fixtures_of(path.read_text(encoding="utf-8"), path.stem):
            yield path, fixture
