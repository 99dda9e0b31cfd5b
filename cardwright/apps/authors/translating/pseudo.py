"""Find what bypasses translation: all that is shown of some matches, in the pseudo-language.

There every text comes out with accents. A plain letter was never a text: an id, or words in code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, TypeAlias

from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.api.names import in_language
from cardwright.apps.cards.card_in_full import printed_text
from cardwright.apps.cards.entries import entries
from dsl.languages import PSEUDO
from dsl.model.game import Game as Model

MATCHES: Final = 3
DECISIONS: Final = 150
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z_-]*(?: [A-Za-z][A-Za-z_-]*)*")
_NAMES: Final = "①②③④⑤⑥⑦⑧⑨⑩"


Draw: TypeAlias = Callable[[Game, Match, int], str]
"""Draws the table of a match in the pseudo-language, as a seat sees it."""


def bypassing(game: Game, draw: Draw, matches: int = MATCHES) -> dict[str, str]:
    """Return words that are shown and never translated, each with a line in which it stands."""
    found: dict[str, str] = {}
    for line in (*_cards(game.model), *_played(game, draw, matches)):
        for words in _PLAIN.findall(line):
            if len(words) > 1:
                found.setdefault(words, " ".join(line.split()))
    return dict(sorted(found.items()))


def _cards(model: Model) -> Iterator[str]:
    """Yield what is shown of each card: its name and its printed text."""
    for card in entries(model, ()):
        yield in_language(card.definition.name, PSEUDO)
        yield printed_text(card, PSEUDO)


def _played(game: Game, draw: Draw, matches: int) -> Iterator[str]:
    """Yield all that is asked, offered, told and drawn in some matches at random."""
    low, high = game.model.players.low, game.model.players.high
    for number in range(matches):
        chance = Random(number)
        players = low + number % (high - low + 1)
        names = list(_NAMES[:players])
        match = game.start(players=players, seed=number, names=names)
        yield from _texts(match, chance)
        yield from (event.text(PSEUDO) for event in match.log(None))
        yield draw(game, match, 0)


def _texts(match: Match, chance: Random) -> Iterator[str]:
    """Yield what is asked and offered, decision after decision."""
    for _ in range(DECISIONS):
        decision = match.decision
        if decision is None:
            return
        yield decision.question(PSEUDO)
        yield from decision.texts(PSEUDO)
        match.apply(chance.randrange(len(decision.labels)))
