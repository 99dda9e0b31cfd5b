"""Hold the guides to plain English, and their command lines to the commands that exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cardwright.apps.commands.main import group
from cardwright.apps.face.session import UserError
from tests.docs.plain import measured

ROOT = Path(__file__).resolve().parents[2]
OTHERS = {"reference.md", "tree.md", "decisions.md", "catch-rate.md", "classics.md"}
"""Pages that are generated, or that have measures of their own."""
GUIDES = [
    ROOT / "CONTRIBUTING.md",
    ROOT / "ARCHITECTURE.md",
    *(page for page in sorted((ROOT / "docs").glob("*.md"))
      if page.name not in OTHERS and not page.name.endswith(".ja.md")),
]  # fmt: skip
DOORS = [ROOT / "README.md", ROOT / "docs" / "index.md"]
"""Pages that lead to others: they begin with the purpose of the program."""
LANGUAGE = sorted((ROOT / "docs" / "language").glob("*.md"))
PAGES = [*DOORS, *(page for page in GUIDES if page not in DOORS), *LANGUAGE]
LONG, LONG_OF_A_PAGE = 0.04, 0.08
CLAUSES, CLAUSES_OF_A_PAGE = 1, 3
COMMAND_PAGES = [*PAGES, *sorted((ROOT / "docs").glob("*.ja.md"))]
COMMAND = re.compile(
    r"^(?: {4}|\t)?(?:\$ )?(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?cardwright ([a-z-].*)$", re.MULTILINE
)
"""A line of a block, indented or fenced."""
INLINE = re.compile(r"`(?:\.venv/bin/)?cardwright ([a-z-][^`]*)`")
ENDS = re.compile(r"^(?:[|;&]+|\d?>.*|#.*)$")
"""Words of a shell at which the words of a command end."""


def command_lines() -> Iterator[tuple[str, str]]:
    """Yield each command line of the pages, without the program's name, and the page's name."""
    for page in COMMAND_PAGES:
        text = page.read_text("utf-8")
        for pattern in (COMMAND, INLINE):
            for found in pattern.finditer(text):
                yield page.name, " ".join(found.group(1).split())


def words_of(line: str) -> list[str]:
    """Return the words of a command line up to the shell's own."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";|&")
    lexer.whitespace_split = True
    words = []
    for word in lexer:
        if ENDS.match(word):
            break
        words.append(word)
    return words


def parsed(words: list[str]) -> list[str]:
    """Return the words that no command takes; raise for an unknown command or option."""
    command: click.Command = group
    context = click.Context(group, info_name="cardwright", resilient_parsing=True)
    while isinstance(command, click.Group):
        _, words, _ = command.make_parser(context).parse_args(words)
        if not words:
            return []
        _, command, words = command.resolve_command(context, words)  # type: ignore[assignment]
        context = click.Context(command, parent=context, info_name=command.name)
    return command.make_parser(context).parse_args(words)[1]


LINES = sorted(set(command_lines()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_is_plain(page: Path) -> None:
    found = measured(page.read_text("utf-8"))

    assert found.long_share <= LONG_OF_A_PAGE, found.long
    assert found.clauses_in_1000 <= CLAUSES_OF_A_PAGE, found.clauses


def is_plain_together(pages: list[Path]) -> None:
    """Check the bounds over several pages."""
    found = [measured(page.read_text("utf-8")) for page in pages]
    assert sum(len(page.long) for page in found) <= LONG * sum(page.sentences for page in found)
    assert 1000 * sum(len(page.clauses) for page in found) <= CLAUSES * sum(
        page.words for page in found
    )


def test_all_guides_together_are_plain() -> None:
    assert len(PAGES) >= 24
    is_plain_together(PAGES)


def test_the_pages_of_packages_and_the_reference_are_plain() -> None:
    packages = [page for room in ("dsl", "interpreter", "cardwright", "editors")
                for page in sorted((ROOT / room).rglob("README.md"))]  # fmt: skip
    assert len(packages) >= 20
    is_plain_together(packages)
    is_plain_together([ROOT / "docs" / "reference.md"])


@pytest.mark.parametrize(
    "page", [page for page in GUIDES if page not in DOORS], ids=lambda page: page.name
)
def test_a_guide_begins_with_the_use_of_reading_it(page: Path) -> None:
    beginning = page.read_text("utf-8").split("\n\n")[1]

    assert beginning.startswith("After this page "), beginning


@pytest.mark.parametrize(
    ("text", "long", "clauses"),
    [
        ("Name " + "a " * 25 + "card.", 1, 0),
        ("Name " + "a " * 23 + "card.", 0, 0),
        ("Say what is wrong.", 0, 1),
        ("What is wrong?", 0, 0),
        ("> Whoever begins, wins.\n> Others lose.", 0, 1),
        ("**Costs.** Whatever it takes.", 0, 1),
        ("    Whoever stands in code is left alone.", 0, 0),
    ],
)
def test_long_sentences_and_clauses_are_counted(text: str, long: int, clauses: int) -> None:
    found = measured(text)

    assert (len(found.long), len(found.clauses)) == (long, clauses)


@pytest.mark.parametrize(("page", "line"), LINES)
def test_a_command_line_names_a_command_and_its_options(page: str, line: str) -> None:
    assert parsed(words_of(line)) == []


def test_command_lines_are_found_in_blocks_and_in_sentences() -> None:
    found = {line for _, line in LINES}

    assert "sim hearts -n 1000" in found  # indented, by its path
    assert "lint my-game --fix" in found  # behind a prompt
    assert "sim dream-tricks -n 1000000 --executor dask://boss:8786 # on yours" in found  # fenced
    assert "explain WORD" in found  # in a sentence
    assert len(found) > 100


@pytest.mark.parametrize("line", ["fly my-game", "lint my-game --wings", "explain a b c --game"])
def test_an_unknown_command_or_option_is_an_error(line: str) -> None:
    with pytest.raises((click.UsageError, UserError)):
        parsed(words_of(line))
