"""Hold that no misspelt name in the games stays silent, and that the right one is suggested.

One word at a time is misspelt, in the files of a game without its scripts: a key of a mapping, or a
name in an expression or step. It must be reported, and in nine of ten the words of a finding must
hold both spellings. What is answered in an example is reported where the example is run. An id that
nothing names may be any word. The suite tries a sample; `-m soak` tries every word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest

from cardwright.api.game import Game
from cardwright.api.options import Options
from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.lint.rules import lint
from dsl.load import load_sources, prelude_in
from dsl.model.documents import Mapping, Node, Scalar, Sequence
from dsl.records import Source
from dsl.syntax.grammar import RESERVED
from dsl.syntax.yaml_reader import read_documents
from interpreter.graph.findings import graph_diagnostics

CARDS = Path(__file__).parents[3] / "cards"
GAMES = ("dream-tricks", "equilibrion", "worldmonger")
SAMPLE = 20
PROSE = frozenset({"text", "name", "title", "summary", "published", "reconstructed", "authors",
                   "source", "version", "sentence", "decision", "settled-by"})  # fmt: skip
LANGUAGES = frozenset({"en", "ja"})
FREE = frozenset({"source"})  # its keys are the author's own words
NAMING = frozenset({"layout"})  # the keys right below are names that nothing else has to use
WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
# Words of the language itself, which nobody declares and a grammar or type error reports.
OWN = frozenset({*RESERVED, "int", "bool", "list", "bag", "player", "none", "true", "false", "def",
                 "amount", "zone", "card", "kind"})  # fmt: skip


@dataclass(frozen=True)
class Place:
    """One word of a game: its file's number, where it begins and ends, and what it stands in."""

    file: int
    start: int
    end: int
    word: str
    sort: str


@cache
def sources(game: str) -> tuple[Source, ...]:
    folder = CARDS / game
    left_out = {"scripts", "expansions"}
    paths = sorted(p for p in folder.rglob("*.yaml") if left_out.isdisjoint(p.parts))
    return tuple(
        Source(f"{game}/{path.relative_to(folder).as_posix()}", path.read_text(encoding="utf-8"))
        for path in paths
    )


@cache
def places(game: str) -> tuple[Place, ...]:
    found: list[Place] = []
    for number, source in enumerate(sources(game)):
        for document in read_documents(source, Report()):
            found.extend(words(document.root, number, is_translation(document.root)))
    return tuple(found)


def is_translation(root: Node) -> bool:
    """Return whether all that a document says is for people: only its keys are names."""
    return isinstance(root, Mapping) and root.get("translation") is not None


def words(node: Node, file: int, is_prose: bool, sort_above: str = "text") -> Iterator[Place]:
    if isinstance(node, Sequence):
        for item in node.items:
            yield from words(item, file, is_prose, sort_above)
    elif isinstance(node, Mapping):
        for entry in node.entries:
            below = is_prose or entry.key.text in PROSE or entry.key.text in LANGUAGES
            yield from words_of(entry.key, file, "key")
            sort = {"id": "id", "examples": "example"}.get(entry.key.text, sort_above)
            is_naming = entry.key.text in NAMING and isinstance(entry.value, Mapping)
            named = [e.value for e in entry.value.entries] if is_naming else [entry.value]
            for value in named if entry.key.text not in FREE else ():
                yield from words(value, file, below, sort)
    elif not is_prose:
        yield from words_of(node, file, sort_above)


def words_of(scalar: Scalar, file: int, sort: str) -> Iterator[Place]:
    text = re.sub(r"#[^\n]*", lambda match: " " * len(match[0]), scalar.text)
    for match in WORD.finditer(text):
        if match[0] not in OWN and len(match[0]) > 1:
            span = scalar.part(*match.span())
            yield Place(file, span.start, span.end, match[0], sort)


def misspelt(place: Place, known: frozenset[str]) -> str:
    """Return a word with one slip: a letter swapped, dropped, doubled or changed."""
    word, chance = place.word, crc32(f"{place.file}:{place.start}:{place.word}".encode())
    for turn in range(40):
        sort, at = (chance + turn) % 4, (chance // 4 + turn) % len(word)
        slips = (
            word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[: at + 1] + word[at:],
            word[:at] + "qxz"[chance % 3] + word[at + 1 :],
        )
        slip = slips[sort]
        if (
            len(slip) > 1
            and slip != word
            and slip not in known
            and WORD.fullmatch(slip)
            and slip not in OWN
        ):
            return slip
    raise AssertionError(f"no slip for {word}")


def findings(files: tuple[Source, ...], game: str) -> tuple[Diagnostic, ...]:
    loaded = load_sources((*files, *scripts(game)), game, prelude_in(CARDS / "prelude"))
    if loaded.game is None:
        return loaded.diagnostics
    more = lint(loaded.game, loaded.used, loaded.sources)
    return (*loaded.diagnostics, *more, *graph_diagnostics(loaded.game))


@cache
def scripts(game: str) -> tuple[Source, ...]:
    folder = CARDS / game
    return tuple(
        Source(f"{game}/scripts/{path.name}", path.read_text(encoding="utf-8"))
        for path in sorted((folder / "scripts").glob("*.yaml"))
    )


def tried(game: str, place: Place) -> tuple[bool, bool, str]:
    """Return whether a misspelling is reported, whether with the right word, and the slip."""
    known = frozenset(each.word for each in places(game))
    slip = misspelt(place, known)
    files = list(sources(game))
    old = files[place.file]
    files[place.file] = Source(old.path, old.text[: place.start] + slip + old.text[place.end :])
    found = findings(tuple(files), game)
    words_used = Counter(each.word for each in places(game))
    if not found and place.sort in ("id", "key") and words_used[place.word] == 1:
        return True, True, slip  # a name that nothing else uses may be any
    if not found and place.sort == "example":
        if len(re.findall(rf"\b{re.escape(place.word)}\b", old.text)) == 1:
            return True, True, slip  # a player that nothing else names may be called anything
        return example_fails(game, tuple(files), old.path), True, slip
    said = [" ".join((each.message, *each.helps)) for each in found]
    return bool(found), any(slip in each and place.word in each for each in said), slip


def example_fails(game: str, files: tuple[Source, ...], path: str) -> bool:
    """Return whether an example in a file fails when it is run."""
    loaded = load_sources((*files, *scripts(game)), game, prelude_in(CARDS / "prelude"))
    assert loaded.game is not None
    running = Game(loaded.game, Options(loaded.game).settled({}))
    examples = [each for each in loaded.game.examples if each.span.source.path == path]
    return any(running.run(example).failures for example in examples)


def shown(game: str, place: Place, slip: str) -> str:
    source = sources(game)[place.file]
    line, column = source.position(place.start)
    return f"{source.path}:{line}:{column} {place.word} -> {slip} ({place.sort})"


def measure(game: str, chosen: tuple[Place, ...]) -> tuple[list[str], list[str]]:
    """Return the silent misspellings and those reported without the right word."""
    silent: list[str] = []
    unguessed: list[str] = []
    for place in chosen:
        is_reported, is_guessed, slip = tried(game, place)
        if not is_reported:
            silent.append(shown(game, place, slip))
        elif not is_guessed:
            unguessed.append(shown(game, place, slip))
    return silent, unguessed


@pytest.mark.parametrize("game", GAMES)
def test_the_games_are_clean(game: str) -> None:
    assert findings(sources(game), game) == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_misspellings(game: str) -> None:
    everything = places(game)
    step = len(everything) / SAMPLE
    chosen = tuple(everything[int(number * step)] for number in range(SAMPLE))
    silent, unguessed = measure(game, chosen)
    assert silent == []
    assert len(unguessed) <= SAMPLE // 10, unguessed


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_misspelling(game: str) -> None:
    silent, unguessed = measure(game, places(game))
    assert silent == []
    assert len(unguessed) <= len(places(game)) // 10, unguessed
