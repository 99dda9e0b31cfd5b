"""Count what a game or an expansion is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from statistics import median
from typing import Any

from cardwright.api.options import PLAYER_COUNT
from cardwright.apps.authors.stats.lines import Lines, lines_of
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.scripts import Script
from dsl.records import record
from dsl.source import Source, Span
from interpreter.graph.nodes import key_of, reads_the_match
from interpreter.lower.owners import Owner, owners

SORTS = ("value", "event", "action", "trigger", "replacement", "modifier", "forbid", "always")


@record(kw_only=True)
class Stats:
    """The numbers of a game without its expansions, or of one expansion alone.

    Attributes:
        game: Its id.
        expansion: The id of the expansion; empty for the game.
        rules, cards: Lines; see `cardwright.apps.authors.stats.lines`.
        with_rules, without_rules: Cards that say more than printed values, and the others.
        sorts: How many entries of each of `SORTS`.
        options, examples, scripts: How many of each.
        card_lines: Of each card with rules, by its id.
    """

    game: str
    expansion: str
    rules: int
    cards: int
    with_rules: int
    without_rules: int
    sorts: Mapping[str, int]
    options: int
    examples: int
    scripts: int
    card_lines: Mapping[str, int]

    @property
    def median(self) -> float:
        """Return the median of lines of a card with rules; 0 without such cards."""
        return median(self.card_lines.values()) if self.card_lines else 0

    @property
    def most(self) -> int:
        """Return the most lines of a card with rules; 0 without such cards."""
        return max(self.card_lines.values(), default=0)

    @property
    def ninth(self) -> int:
        """Return how many lines nine of ten cards with rules do not exceed; 0 without any."""
        lines = sorted(self.card_lines.values())
        return lines[ceil(len(lines) * 0.9) - 1] if lines else 0


def stats_of(
    game: Game, sources: Sequence[Source], cases: Iterable[Script], expansion: str = ""
) -> Stats:
    """Return the numbers of a game, or of an expansion that is in it.

    Args:
        sources: The texts of what is counted, and no others.
        cases: The examples and scripts of all variants of the game.
    """
    lines = {source.path: lines_of(source) for source in sources}
    own = [each for each in owners(game) if _is_own(each, expansion)]
    cards = [each for each in game.definitions if each.span.source.package == expansion]
    ruled = {owner.card for owner in own} | {d.id for d in cards if _reads(d)}
    ids = {part.id for part in game.expansions} | {PLAYER_COUNT}
    options = [each for each in game.options.values() if each.id not in ids]
    shown = {key_of(each.span): each for each in cases if each.span.source.package == expansion}
    return Stats(
        game=game.manifest.id,
        expansion=expansion,
        rules=sum(each.rules for each in lines.values()),
        cards=sum(each.cards for each in lines.values()),
        with_rules=sum(card.id in ruled for card in cards),
        without_rules=sum(card.id not in ruled for card in cards),
        sorts={s: _different(o.span for o in own if o.sort == s and o.span) for s in SORTS},
        options=sum(each.span.source.package == expansion for each in options),
        examples=sum(each.recorded is None for each in shown.values()),
        scripts=sum(each.recorded is not None for each in shown.values()),
        card_lines={card.id: _lines(card, lines) for card in cards if card.id in ruled},
    )


def _is_own(owner: Owner, expansion: str) -> bool:
    """Return whether an owner stands in the texts of the game, or of the expansion."""
    if owner.span is None or owner.is_shared or owner.is_native:
        return False
    return owner.span.source.package == expansion


def _reads(card: Definition) -> bool:
    """Return whether a card itself says an attribute that reads the match."""
    said = (card.attributes.get(name) for name in card.attribute_spans)
    return any(formula is not None and reads_the_match(formula) for formula in said)


def _different(spans: Iterable[Span]) -> int:
    """Return how many places there are; variants under one key are one."""
    return len(set(spans))


def _lines(card: Definition, lines: Mapping[str, Lines]) -> int:
    """Return the lines of a card."""
    return lines[card.span.source.path].of_card(card.span) or 0


def stats_as_plain(stats: Stats) -> dict[str, Any]:
    """Return the numbers as one plain object."""
    return {
        "game": stats.game,
        "expansion": stats.expansion or None,
        "lines": {"rules": stats.rules, "cards": stats.cards},
        "cards": {"with-rules": stats.with_rules, "without-rules": stats.without_rules},
        **{f"{sort}s" if sort != "always" else sort: n for sort, n in stats.sorts.items()},
        "options": stats.options,
        "examples": stats.examples,
        "scripts": stats.scripts,
        "lines-per-card": {
            "median": stats.median,
            "90-percent": stats.ninth,
            "max": stats.most,
            "cards": dict(sorted(stats.card_lines.items())),
        },
    }
