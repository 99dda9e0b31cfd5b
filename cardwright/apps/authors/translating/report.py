"""Report the state of a game's translations, for people and for programs.

Words that bypass translation are found in matches in the pseudo-language, where every text comes
out with accents. A plain letter was never a text: it is an id, or words in code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, TypeAlias

from cardwright import Game, Match
from cardwright import Game as Playable
from cardwright.apps.authors.translating.doubtful import (
    Doubtful,
    differences,
    dotted,
    doubtful_terms,
    said_twice,
)
from cardwright.apps.authors.translating.gathered import Gathered
from cardwright.apps.cards.card_in_full import printed_text
from cardwright.apps.cards.entries import entries
from cardwright.apps.face.names import in_language
from dsl import Record, languages, lint_rule
from dsl.model.texts import WrittenText

MATCHES: Final = 3
DECISIONS: Final = 150
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z_-]*(?: [A-Za-z][A-Za-z_-]*)*")
_NAMES: Final = "①②③④⑤⑥⑦⑧⑨⑩"


Draw: TypeAlias = Callable[[Game, Match, int], str]
"""Draws the table of a match in the pseudo-language, as a seat sees it."""


def bypassing(game: Game, draw: Draw, matches: int = MATCHES) -> dict[str, str]:
    """Return words that are shown and never translated, each with a line in which it stands."""
    found: dict[str, str] = {}
    shown = [
        line
        for card in entries(game.model, ())
        for line in (
            in_language(card.definition.name, languages.PSEUDO),
            printed_text(card, languages.PSEUDO),
        )
    ]
    for line in (*shown, *_played(game, draw, matches)):
        for words in _PLAIN.findall(line):
            if len(words) > 1:
                found.setdefault(words, " ".join(line.split()))
    return dict(sorted(found.items()))


def _played(game: Game, draw: Draw, matches: int) -> Iterator[str]:
    """Yield all that is asked, offered, told and drawn in some matches at random."""
    low, high = game.model.players.low, game.model.players.high
    for number in range(matches):
        chance = Random(number)
        players = low + number % (high - low + 1)
        names = list(_NAMES[:players])
        match = game.start(players=players, seed=number, names=names)
        for _ in range(DECISIONS):
            decision = match.decision
            if decision is None:
                break
            yield decision.question(languages.PSEUDO)
            yield from decision.texts(languages.PSEUDO)
            match.apply(chance.randrange(len(decision.labels)))
        yield from (event.text(languages.PSEUDO) for event in match.log(None))
        yield draw(game, match, 0)


UNNAMED: Final = (
    "unnamed-state", "unnamed-action", "unnamed-parameter", "unnamed-phase", "unnamed-member",
    "unnamed-value", "unnamed-attribute",
)  # fmt: skip
"""The rules that find what has no text."""


class Report(Record):
    """What was found.

    Attributes:
        missing: By language, the texts that are not there.
        doubtful: Terms and texts that differ.
        effects: Where a card's text says another thing than its rules: place and message.
        unnamed: What people read by its id for want of a text: place and message.
        twice: Cards whose printed text is the one made from their rules.
        bypassing: With the pseudo-language: words never translated, each with a line.
    """

    found: Gathered
    missing: dict[str, tuple[WrittenText, ...]]
    doubtful: tuple[Doubtful, ...]
    effects: tuple[tuple[str, str], ...]
    unnamed: tuple[tuple[str, str], ...]
    twice: tuple[str, ...]
    bypassing: dict[str, str]

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing to do."""
        found = (self.doubtful, self.effects, self.unnamed, self.twice, self.bypassing)
        return not any((*self.missing.values(), *found))

    def plain(self, game: str) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "game": game,
            "languages": {
                tag: {"texts": len(self.found.texts), "missing": [_open(t) for t in missing]}
                for tag, missing in self.missing.items()
            },
            "doubtful": [
                {"sort": d.sort, "language": d.language, "term": d.term, "words": list(d.words),
                 "places": list(d.places)}
                for d in self.doubtful
            ],
            "effects": [{"place": place, "message": text} for place, text in self.effects],
            "unnamed": [{"place": place, "message": text} for place, text in self.unnamed],
            "twice": list(self.twice),
            "bypassing": [{"words": words, "line": line} for words, line in self.bypassing.items()],
        }  # fmt: skip


def report_on(found: Gathered, pseudo: Playable | None, draw: Draw) -> Report:
    """Return what there is to say of the texts of a game.

    Args:
        pseudo: The game to be played in the pseudo-language, or None.
    """
    others = [tag for tag in found.languages if tag != found.default]
    doubtful = (
        d for tag in others for look in (doubtful_terms, differences) for d in look(found, tag)
    )
    effects = dict.fromkeys(
        (each.span.place, each.message)
        for model in found.models
        for each in lint_rule("text-differs", model)
    )
    unnamed = dict.fromkeys(
        (each.span.place, each.message)
        for model in found.models
        for rule in UNNAMED
        for each in lint_rule(rule, model)
    )
    twice = dict.fromkeys(id_ for model in found.models for id_ in said_twice(model))
    return Report(
        found=found,
        missing={tag: found.missing(tag) for tag in found.languages},
        doubtful=tuple(doubtful),
        effects=tuple(effects),
        unnamed=tuple(unnamed),
        twice=tuple(twice),
        bypassing={} if pseudo is None else bypassing(pseudo, draw),
    )


def _open(text: WrittenText) -> dict[str, object]:
    """Return a text that is missing, with what it says in other languages."""
    return {"path": dotted(text), "text": dict(text.text), "place": text.span.place}
