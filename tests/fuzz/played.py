"""Play a mutated package that is right: whatever it says, every look and every answer is sound."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import dsl.model.game
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.api.options import Options
from cardwright.apps.cards.card import card_lines
from cardwright.apps.screen import Viewer
from cardwright.apps.table.terminal.drawing import Drawing
from dsl.languages import OWN
from interpreter.state.saving import SaveError

MOST_DECISIONS: Final = 40
SHOWN_EVERY: Final = 20
"""After so many decisions, and at the end, the table is drawn for all seats and the match is saved:
each takes longer than to play on."""
CARDS: Final = 5
SLOW_SECONDS: Final = 1.0
LANGUAGES: Final = OWN
WIDTH, HEIGHT = 80, 24
T = TypeVar("T")


class Slow(Exception):
    """Something took longer than anybody waits."""


def timed(what: str, act: Callable[[], T]) -> T:
    """Return what something gives.

    Raises:
        Slow: It took too long.
    """
    began = time.process_time()
    found = act()
    if (seconds := time.process_time() - began) > SLOW_SECONDS:
        raise Slow(f"{what} took {seconds:.1f} s")
    return found


def play(model: dsl.model.game.Game, rng: random.Random) -> int:
    """Start a match, look at it from all sides at every decision, save it, play on; return how
    many decisions it had.

    Raises:
        Exception: What went wrong.
    """
    game = Game(model, Options(model).settled({}))
    low, high = model.players.low, model.players.high
    players = rng.randint(low, min(high, low + 2))
    seed = rng.randrange(1 << 20)
    match = timed("the start", lambda: game.start(players, seed))
    viewers = [Viewer(game, lang) for lang in LANGUAGES]
    for card in rng.sample(model.definitions, min(CARDS, len(model.definitions))):
        timed("a card", lambda card=card: [card_lines(model, card, each) for each in LANGUAGES])
    for number in range(MOST_DECISIONS):
        timed("a look", lambda: look(match))
        if number % SHOWN_EVERY == 0 or match.over:
            draw(match, viewers)
            timed("a save", lambda: _save(game, match))
        if match.over:
            return number
        index = rng.randrange(len(match.state.ask.options))
        timed("an answer", lambda index=index: match.apply(index))
    return MOST_DECISIONS


def draw(match: Match, viewers: list[Viewer]) -> None:
    """Draw the table for every seat, with all that it has heard of; each drawing is waited for.

    Raises:
        Slow: One took too long.
    """
    for seat in match.seats:
        for viewer in viewers:
            timed("a drawing", lambda v=viewer, s=seat: _drawn(v, match, s))
        timed("a log", lambda s=seat: [e.text(g) for e in match.log(s) for g in LANGUAGES])


def _drawn(viewer: Viewer, match: Match, seat: int) -> list[str]:
    """Return the table as one seat sees it."""
    return Drawing(viewer.view(match, seat), WIDTH, HEIGHT).whole()


def look(match: Match) -> None:
    """Ask all that a player may ask of a decision."""
    decision: Any = match.decision
    if decision is not None:
        _ = [(decision.question(lang), decision.texts(lang)) for lang in LANGUAGES]
        _ = decision.labels, decision.place, decision.declinable
        _ = [refusal.texts for refusal in match.refusals]
    _ = match.outcome, match.digest()


def _save(game: Game, match: Match) -> None:
    """Save a match and take it up again; one that is too large says so."""
    try:
        data = match.save()
    except SaveError:
        return
    restored = game.restore(data)
    assert restored.digest() == match.digest(), "another position is restored"
    assert restored.save() == data, "another save is restored"
