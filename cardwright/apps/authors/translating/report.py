"""Hold what translators are told of a game, for people and for programs."""

from __future__ import annotations

from typing import Any, Final

from cardwright.api.game import Game as Playable
from cardwright.apps.authors.translating.differing import differences
from cardwright.apps.authors.translating.gathered import Gathered
from cardwright.apps.authors.translating.pseudo import Draw, bypassing
from cardwright.apps.authors.translating.terms import Doubtful, dotted, doubtful_terms
from cardwright.apps.authors.translating.twice import said_twice
from dsl.check.scopes.game_texts import WrittenText
from dsl.lint import (
    text_differs,
    unnamed_action,
    unnamed_attribute,
    unnamed_member,
    unnamed_parameter,
    unnamed_phase,
    unnamed_state,
    unnamed_value,
)
from dsl.lint.facts import Facts
from dsl.records import record

UNNAMED: Final = (
    unnamed_state, unnamed_action, unnamed_parameter, unnamed_phase, unnamed_member, unnamed_value,
    unnamed_attribute,
)  # fmt: skip
"""The rules that find what has no text."""


@record
class Report:
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
        for each in text_differs.check(Facts(model, frozenset()))
    )
    unnamed = dict.fromkeys(
        (each.span.place, each.message)
        for model in found.models
        for rule in UNNAMED
        for each in rule.check(Facts(model, frozenset()))
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
