"""Say how a match ended: who won, by what, in the order in which the game ranks."""

from __future__ import annotations

from typing import Final

from cardwright.match import Match
from cardwright.screen.model import End, Score, Shown
from cardwright.screen.wording import Wording
from cardwright.text.course import rank_texts
from cardwright.view.words import say

_OTHER_ENDS: Final = {"loss": "end-loss", "draw": "end-draw", "fault": "end-fault"}


def end_of(match: Match, wording: Wording) -> End | None:
    """Return how a match ended, None while it goes on."""
    outcome = match.outcome
    if outcome is None:
        return None
    parts = _parts(match, wording)
    keys = {
        seat: (seat in outcome.winners, outcome.rank[seat] if outcome.rank else ())
        for seat in match.seats
    }
    ranked = sorted(match.seats, key=lambda seat: _order(keys[seat]), reverse=True)
    places = {
        seat: 1 + sum(_order(keys[s]) > _order(keys[seat]) for s in ranked) for seat in ranked
    }
    return End(
        kind=outcome.kind,
        text=_text(match, outcome.kind, outcome.winners, wording.lang),
        reason=outcome.reason,
        scores=tuple(
            Score(
                seat=seat,
                name=match.names[seat],
                place=places[seat],
                has_won=seat in outcome.winners,
                parts=parts[seat],
            )
            for seat in ranked
        ),
    )


def _order(key: tuple[bool, tuple[int | None, ...]]) -> tuple[bool, tuple[float, ...]]:
    won, rank = key
    return won, tuple(float("-inf") if each is None else each for each in rank)


def _parts(match: Match, wording: Wording) -> list[tuple[Shown, ...]]:
    """Return for each seat what it is ranked by."""
    outcome = match.outcome
    if outcome is None or not outcome.rank:
        return [()] * len(match.seats)
    labels = rank_texts(match.machine.program.game.end, wording.names)
    return [
        tuple(
            Shown(name=f"rank-{at}", label=label, text="–" if n is None else str(n), value=n)
            for at, (label, n) in enumerate(zip(labels, rank, strict=False), start=1)
        )
        for rank in outcome.rank
    ]


def _text(match: Match, kind: str, winners: tuple[int, ...], lang: str) -> str:
    """Return how it ended, in a sentence."""
    if kind == "win" and 1 < len(winners) == len(match.seats):
        return say(lang, "end-all")
    if kind == "win":
        sign = "、" if lang == "ja" else ", "
        return say(lang, "end-win", names=sign.join(match.names[seat] for seat in winners))
    if kind == "loss" and len(match.seats) == 1:
        return say(lang, "end-solo")
    return say(lang, _OTHER_ENDS[kind])
