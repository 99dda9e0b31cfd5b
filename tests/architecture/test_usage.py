"""Count which games use each word and key of the language: what nobody writes has no place in it.

A word is used where it stands as a key or in a text of the effect language, in a package that gives
the name to nothing of its own. The guide, whose examples are all of one game, counts as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from cardwright import language_guide
from cardwright.apps.authors.explained.reference import sentences, summaries
from dsl.diagnostics.diagnostic import Report
from dsl.model import documents as d
from dsl.records import Source
from dsl.syntax.yaml_reader import read_documents

ROOT = Path(__file__).resolve().parents[2]
GUIDE = "docs/language"
SHELVES = (
    "cards/*", "cards/decks/*", "cards/*/expansions/*", "examples/classics/*",
    "examples/recipes/*", "examples/homebrew/*", "examples/high-card", "examples/duel",
)  # fmt: skip
NAMING = frozenset((
    "enums", "kinds", "attributes", "state", "options", "zones", "values", "events", "actions",
    "names", "layout", "look", "choose", "let", "origins", "rulings",
))  # fmt: skip
"""Keys below which an author's own names stand."""
SAID = frozenset((
    "text", "name", "title", "summary", "source", "published", "reconstructed", "names", "authors",
    "sentence", "decision", "script",
))  # fmt: skip
"""Keys below which people's words stand, rather than the language's."""
DRAWN = "a board or look"
RETIRED = {"walker"}
"""Words that are only accepted: earlier versions had them."""
SELDOM = {"bold", "font", "italic", "point", "sideboard-of"}
"""Words that the guide alone shows: no package brings a file of a font, or asks for a sideboard;
and a frame that one game has, whose places are called like it."""
BLOCK = re.compile(r"^```(?:yaml|effect|holds)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"#.*")
WORD = re.compile(r"[a-z][a-z0-9-]*")
RANGE = re.compile(r"-?[0-9]+\.\.-?[0-9]+")
"""How the type `range` is written: never by its name."""


class Usage:
    """The words of some documents.

    Attributes:
        own: The names that they declare.
        sure: Keys of boards and looks, which can be nothing else.
        words: Keys of the language, and the words of texts in it.
    """

    def __init__(self) -> None:
        self.own: set[str] = set()
        self.words: set[str] = set()
        self.sure: set[str] = set()

    def read(self, node: d.Node, above: str) -> None:
        """Note the words of a node; `above` is the key over it, "" where that is a name."""
        if isinstance(node, d.Scalar):
            if above not in SAID:
                self.words.update(WORD.findall(COMMENT.sub("", node.text)))
            if above == "type" and RANGE.match(node.text):
                self.words.add("range")
        elif isinstance(node, d.Sequence):
            for item in node.items:
                self.read(item, "" if above in NAMING else above)
        elif above not in SAID:
            for entry in node.entries:
                self._entry(entry, above)

    def _entry(self, entry: d.Entry, above: str) -> None:
        key, value = entry.key.text, entry.value
        if above in NAMING and not (above == "actions" and key in ("in", "when", "limit", "cost")):
            self.own.update(WORD.findall(key.partition("(")[0].removeprefix("player.")))
            self.words.update(WORD.findall(key.partition("(")[2]))
            if above == "enums":
                self._members(value)
            self.read(value, DRAWN if above in ("layout", "look") else "")
            return
        if above == DRAWN:
            self.sure.add(key)
        self.words.add(key)
        if key == "id" and isinstance(value, d.Scalar):
            self.own.add(value.text)
        self.read(value, key)

    def _members(self, node: d.Node) -> None:
        if isinstance(node, d.Mapping) and (members := node.get("is")) is not None:
            self.words.update(entry.key.text for entry in node.entries)
            node = members
        if isinstance(node, d.Sequence):
            self.own.update(item.text for item in node.items if isinstance(item, d.Scalar))
        elif isinstance(node, d.Mapping):
            self.own.update(entry.key.text for entry in node.entries)


def packages() -> Iterator[tuple[str, list[Path]]]:
    """Yield the packages that are shipped, each with its files."""
    for shelf in SHELVES:
        for folder in sorted(ROOT.glob(shelf)):
            files = [
                path
                for path in sorted(folder.rglob("*.yaml"))
                if not {"expansions", "decks"} & {*path.relative_to(folder).parts}
            ]
            if files and folder.name != "decks":
                yield folder.relative_to(ROOT).as_posix(), files


@cache
def uses() -> Mapping[str, frozenset[str]]:
    """Return by word of the language the packages that use it, and the guide."""
    found: dict[str, set[str]] = {word: set() for word in {*sentences(), *summaries()} - RETIRED}
    for name, files in packages():
        usage = Usage()
        for path in files:
            for document in read_documents(Source(str(path), path.read_text("utf-8")), Report()):
                usage.read(document.root, "")
                if isinstance(document.root, d.Mapping) and document.root.get("kind"):
                    usage.own.add(path.stem)
        for word in (usage.words - usage.own | usage.sure) & found.keys():
            found[word].add(name)
    text = language_guide()
    shown = {word for block in BLOCK.findall(text) for word in WORD.findall(block)}
    for word in shown & found.keys():
        found[word].add(GUIDE)
    return {word: frozenset(names) for word, names in found.items()}


@pytest.mark.parametrize("word", sorted({*sentences(), *summaries()} - RETIRED - SELDOM))
def test_two_games_use_each_word(word: str):
    assert len(uses()[word]) >= 2, uses()[word]
