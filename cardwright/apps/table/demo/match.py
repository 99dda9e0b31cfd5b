"""Play a shipped game between two programs and tell its course in a few lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from random import Random
from typing import Final

from cardwright import api
from cardwright.api.packages import find_package
from cardwright.apps.face.console import progress_bar
from cardwright.apps.face.words import say
from cardwright.apps.policies.policies import QUICK, choose_quickly
from cardwright.apps.screen import WATCHER, Viewer
from cardwright.apps.screen.story import story
from cardwright.apps.table.demo.brief import brief

GAME: Final = "dream-tricks"
PLAYERS: Final = ("Ada", "Bo")
SEED: Final = 6
"""A seed whose match ends after two deals, so that its story fits on a screen."""
_DECISIONS: Final = 60
"""About as many decisions as the match has, for the progress bar alone."""
_WIDTH: Final = 100


def match_lines(lang: str, cache: bool) -> Iterator[str]:
    """Play the match, with a progress bar on a terminal, and yield its story in a language."""
    game = api.load_package(find_package(GAME), cache=cache)
    match = game.start(players=len(PLAYERS), seed=SEED, names=PLAYERS)
    random = Random(SEED)
    with progress_bar(say(lang, "demo-playing"), _DECISIONS) as advance:
        while match.decision is not None:
            match.apply(match.decision.options[choose_quickly(match, random)])
            advance(1)
    yield say(lang, "demo-match", title=game.title(lang), names=" & ".join(PLAYERS), policy=QUICK)
    viewer = Viewer(game, lang)
    for number, text in enumerate(brief(story(match, WATCHER, viewer.wording), lang), start=1):
        yield from _wrapped(f"{number:>3}  ", text)
    end = viewer.view(match, WATCHER).end
    assert end is not None
    scores = (
        f"{score.name}: {', '.join(f'{each.label} {each.text}' for each in score.parts)}"
        for score in end.scores
    )
    yield "     " + say(lang, "demo-end", text=end.text, scores=" · ".join(scores))


def _wrapped(start: str, text: str) -> list[str]:
    """Return a text as lines of at most a width, the later ones indented like the first."""
    return textwrap.wrap(
        text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start),
        break_long_words=False,
    )  # fmt: skip
