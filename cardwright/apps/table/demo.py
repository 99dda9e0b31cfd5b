"""Play the demonstration: a short match in a few lines, and a planted mistake with its finding.

The full story of a match has an entry for every event with words. A reader who wants its course at
a glance needs one line a turn: who did what, and the consequences an author has words for.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir
from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Final

import cardwright
from cardwright import find_package, write_atomically
from cardwright.apps.face.console import progress_bar
from cardwright.apps.face.words import say
from cardwright.apps.policies.policies import QUICK, choose_quickly
from cardwright.apps.screen import WATCHER, Viewer
from cardwright.apps.screen.model import LogEntry
from cardwright.apps.screen.story import AUTHORED, story

_BETWEEN: Final = " · "
_SHARED: Final = {"ja": 3}
"""How many characters two texts must share to name the same thing where words have no blanks."""


def brief(entries: Iterable[LogEntry], lang: str) -> Iterator[str]:
    """Yield one line for each stretch of phases in which no phase comes twice.

    Moves, shuffles and headings are left out; so are stretches in which nobody did anything that
    an author has words for.
    """
    phases: set[str] = set()
    parts: list[str] = []
    for entry in entries:
        if not entry.is_heading:
            parts += _part(entry, lang)
            continue
        if entry.text in phases:
            if parts:
                yield _BETWEEN.join(parts)
            phases, parts = set(), []
        phases.add(entry.text)
    if parts:
        yield _BETWEEN.join(parts)


def _part(entry: LogEntry, lang: str) -> Sequence[str]:
    """Return an entry as part of a line: its headline, with details that add something."""
    if entry.weights[0] < AUTHORED:
        return ()
    details = [
        text
        for text, weight in zip(entry.details, entry.weights[1:], strict=True)
        if weight == AUTHORED and not _repeats(entry.text, text, lang)
    ]
    return (f"{entry.text} ({', '.join(details)})" if details else entry.text,)


def _repeats(headline: str, detail: str, lang: str) -> bool:
    """Return whether a detail names the thing that the headline names: two words in a row."""
    if lang in _SHARED:
        size = _SHARED[lang]
        pieces = {headline[at : at + size] for at in range(len(headline) - size + 1)}
    else:
        words = re.findall(r"\S+", headline)
        pieces = {" ".join(pair) for pair in pairwise(words)}
    return any(piece in detail for piece in pieces)


MATCH_GAME: Final = "dream-tricks"
PLAYERS: Final = ("Ada", "Bo")
SEED: Final = 6
"""A seed whose match ends after two deals, so that its story fits on a screen."""
_DECISIONS: Final = 60
"""About as many decisions as the match has, for the progress bar alone."""
_WIDTH: Final = 100


def match_lines(lang: str, cache: bool) -> Iterator[str]:
    """Play the match, with a progress bar on a terminal, and yield its story in a language."""
    game = cardwright.load(find_package(MATCH_GAME), cache=cache)
    match = game.start(players=len(PLAYERS), seed=SEED, names=PLAYERS)
    random = Random(SEED)
    with progress_bar(say(lang, "demo-playing"), _DECISIONS) as advance:
        while match.decision is not None:
            match.apply(match.decision.options[choose_quickly(match, random)])
            advance(1)
    yield say(lang, "demo-match", title=game.title(lang), names=" & ".join(PLAYERS), policy=QUICK)
    viewer = Viewer(game, lang)
    for number, text in enumerate(brief(story(match, WATCHER, viewer.wording), lang), start=1):
        start = f"{number:>3}  "
        yield from textwrap.wrap(
            text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start),
            break_long_words=False,
        )  # fmt: skip
    end = viewer.view(match, WATCHER).end
    assert end is not None
    scores = (
        f"{score.name}: {', '.join(f'{each.label} {each.text}' for each in score.parts)}"
        for score in end.scores
    )
    yield "     " + say(lang, "demo-end", text=end.text, scores=" · ".join(scores))


MISTAKE_GAME: Final = "worldmonger"
CARD: Final = "cards/trading-ship.yaml"
RIGHT, WRONG = "do: draw 1", "do: darw 1"
_SHOWN: Final = 8
"""So many lines of the card are shown: its attributes and its rule."""


def mistake_lines() -> tuple[str, list[str], list[str]]:
    """Return the file, the first lines of the card with the mistake, and the lines of lint."""
    package = find_package(MISTAKE_GAME)
    with TemporaryDirectory() as folder, chdir(folder):
        copytree(package.folder, MISTAKE_GAME)
        file = Path(MISTAKE_GAME) / CARD
        text = file.read_text("utf-8")
        write_atomically(file, text.replace(RIGHT, WRONG, 1))
        found = cardwright.lint(find_package(f"{MISTAKE_GAME}/"), variants=True)
        said = [line for each in found for line in each.rendered().splitlines()]
        return file.as_posix(), file.read_text("utf-8").splitlines()[:_SHOWN], said
