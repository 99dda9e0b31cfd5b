"""Report the end of a match: the winners and scores, in the order in which the game ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardwright import Match
from cardwright.apps.face.words import say
from cardwright.apps.screen.model import Card, End, Player, Score, Shown
from cardwright.apps.screen.wording import Wording, label_of
from cardwright.apps.text.course import positive, rank_texts
from dsl.model.expressions import Expression, StateRead, ValueCall
from dsl.model.steps import Formula

_OTHER_ENDS: Final = {"loss": "end-loss", "draw": "end-draw", "fault": "end-fault"}


def end_of(
    match: Match, wording: Wording, players: Sequence[Player], things: Sequence[Card]
) -> End | None:
    """Return how a match ended, None while it goes on.

    Args:
        players, things: What is seen of them; what they show stands for scores in a game that
            does not rank its players.
    """
    outcome = match.outcome
    if outcome is None:
        return None
    parts = _parts(match, wording) if any(outcome.rank) else [_shown(p, things) for p in players]
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
    """Return for each seat what it is ranked by, without what decides nothing: where all have the
    same number, as far as something is left."""
    outcome = match.outcome
    if outcome is None or not outcome.rank:
        return [()] * len(match.seats)
    end = match.machine.program.game.end
    told = zip(end.rank, rank_texts(end, wording.names), strict=True)
    columns = [_column(at, each, text, wording) for at, (each, text) in enumerate(told, start=1)]
    ranks = outcome.rank
    telling = [at for at in range(len(columns)) if len({rank[at:][:1] for rank in ranks}) > 1]
    return [
        tuple(columns[at](rank[at]) for at in telling or range(len(columns)) if at < len(rank))
        for rank in ranks
    ]


def _column(at: int, ranked: Formula, text: str, wording: Wording) -> Callable[[int | None], Shown]:
    """Return what says a number that players are ranked by; of the fewest points, the points."""
    counted = positive(ranked.expression)
    sign = 1 if counted is ranked.expression else -1
    label = _label(counted, wording) or text

    def shown(number: int | None) -> Shown:
        worth = None if number is None else sign * number
        return Shown(
            name=f"rank-{at}", label=label, text=str("–" if worth is None else worth), value=worth
        )

    return shown


def _label(ranked: Expression, wording: Wording) -> str:
    """Return what a value or a state is called that players are ranked by; "" for all else."""
    model = wording.model
    match ranked:
        case ValueCall(value=name) if name in model.values:
            return label_of(wording.names.text(model.values[name][0].text, name))
        case StateRead(state=key) if key in model.state:
            return wording.names.state(key)
    return ""


def _shown(player: Player, things: Sequence[Card]) -> tuple[Shown, ...]:
    """Return the numbers that a player's team shows, or the player who has none."""
    team = next((card for card in things if player.team and card.name == player.team), player)
    return tuple(each for each in team.shown if type(each.value) is int)


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
