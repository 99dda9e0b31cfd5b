"""Report the end of a match: who won, by what, why it was over, and the scores with their parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardwright import Match
from cardwright.apps.face.words import say
from cardwright.apps.screen.model import Amount, Card, End, Player, Score, Shown
from cardwright.apps.screen.wording import Wording, label_of
from cardwright.apps.text.course import condition_text, positive, term_text
from dsl import languages
from dsl.model.expressions import Expression, Fold, StateRead, ValueCall, ZoneCards
from dsl.model.steps import Formula, SlotInfo
from dsl.model.walk import walk
from interpreter import SeatView

SHORT: Final = 32
"""A longer name of what was counted does not stand in the sentence."""
_OTHER_ENDS: Final = {"loss": "end-loss", "draw": "end-draw", "fault": "end-fault"}


def end_of(
    match: Match,
    wording: Wording,
    players: Sequence[Player],
    things: Sequence[Card],
    known: SeatView,
) -> End | None:
    """Return how a match ended, None while it goes on.

    Args:
        players, things: What is seen of them; what they show stands for scores in a game that
            does not rank its players.
    """
    outcome = match.outcome
    if outcome is None:
        return None
    columns = _telling(outcome.rank)
    parts = [_shown(player, things) for player in players]
    terms: list[tuple[tuple[Shown, ...], ...]] = [()] * len(players)
    if columns:
        parts = _parts(match, columns, wording)
        terms = _terms(match, columns, wording, known)
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
        text=_text(match, outcome.kind, outcome.winners, wording.lang)
        + (_by(match, columns, [parts[seat] for seat in ranked], wording.lang) if columns else ""),
        reason=outcome.reason or _cause(wording, known),
        decisive=known.reasons.decisive(),
        scores=tuple(
            Score(
                seat=seat,
                name=match.names[seat],
                place=places[seat],
                has_won=seat in outcome.winners,
                parts=parts[seat],
                terms=terms[seat],
            )
            for seat in ranked
        ),
    )


def _order(key: tuple[bool, tuple[int | None, ...]]) -> tuple[bool, tuple[float, ...]]:
    won, rank = key
    return won, tuple(float("-inf") if each is None else each for each in rank)


def _telling(ranks: Sequence[Sequence[int | None]]) -> list[int]:
    """Return which numbers that players are ranked by differ between them; all where none does."""
    columns = range(max(map(len, ranks), default=0))
    return [at for at in columns if len({rank[at:][:1] for rank in ranks}) > 1] or [*columns]


def _parts(match: Match, columns: Sequence[int], wording: Wording) -> list[tuple[Shown, ...]]:
    """Return for each seat what it is ranked by, without what decides nothing: where all have the
    same number, as far as something is left."""
    assert match.outcome is not None
    end = match.machine.program.game.end
    shown = {at: _column(at + 1, end.rank[at], wording) for at in columns}
    return [
        tuple(shown[at](rank[at]) for at in columns if at < len(rank))
        for rank in match.outcome.rank
    ]


def _by(match: Match, columns: Sequence[int], parts: Sequence[Sequence[Shown]], lang: str) -> str:
    """Return the numbers that decided who has won, in words; "" where none did, or where what is
    counted has no short name.

    Args:
        parts: As of the scores, best first.
    """
    outcome = match.outcome
    assert outcome is not None
    best = [outcome.rank[seat] for seat in outcome.winners]
    others = [rank for seat, rank in enumerate(outcome.rank) if seat not in outcome.winners]
    if outcome.kind != "win" or not best or not others:
        return ""
    highest = max(others, key=lambda rank: _order((False, rank)))
    place = next((p for p, at in enumerate(columns) if best[0][at] != highest[at]), None)
    if place is None or len(parts[0][place].label) > SHORT:
        return ""
    numbers = " · ".join(part[place].text for part in parts)
    return say(lang, "end-by", what=parts[0][place].label, numbers=numbers)


def _cause(wording: Wording, known: SeatView) -> str:
    """Return the condition that ended the match, in words."""
    told = (each.expression for each in known.reasons.causes() if _is_named(each, wording))
    return next((condition_text(each, wording.names) for each in told), "")


def _is_named(condition: Formula, wording: Wording) -> bool:
    """Return whether all that a condition reads has a name for people."""
    model, read = wording.model, [*walk(condition.expression)]
    values = (model.values[each.value][0].text for each in read if isinstance(each, ValueCall))
    states = (model.state[each.state].text for each in read if isinstance(each, StateRead))
    return all((*values, *states))


def _terms(
    match: Match, columns: Sequence[int], wording: Wording, known: SeatView
) -> list[tuple[tuple[Shown, ...], ...]]:
    """Return for each seat what each of its numbers is made of; without terms that count nothing
    for anybody, and of one term alone only where cards count in it."""
    game = match.machine.program.game
    found: list[list[tuple[Shown, ...]]] = [[] for _ in match.seats]
    for at in columns:
        ranked = game.end.rank[at]
        _, sign = _counted(ranked.expression)
        terms = [known.reasons.terms(ranked, seat) for seat in match.seats]
        counting = [place for place in range(min(map(len, terms)))
                    if any(each[place].number for each in terms)]  # fmt: skip
        if len(counting) == 1 and not any(each[counting[0]].cards for each in terms):
            counting = []
        for seat, own in enumerate(terms):
            found[seat].append(tuple(_term(sign, wording, *own[place]) for place in counting))
    return [tuple(each) for each in found]


def _term(
    sign: int, wording: Wording, expression: Expression, slots: Sequence[SlotInfo],
    number: int | None, cards: Sequence[tuple[str, int]],
) -> Shown:  # fmt: skip
    """Return a term of a score with its name and the cards that count in it."""
    number = sign * (number or 0)
    label = _label(expression, wording)
    if isinstance(expression, Fold):
        source = expression.source
        label = wording.names.zone(source.zone) if isinstance(source, ZoneCards) else label
    return Shown(
        name="term",
        label=label or _called(expression, slots, wording),
        text=str(number),
        value=number,
        parts=tuple(
            Amount(label=wording.card(card), count=sign * count, sign="", color="")
            for card, count in cards
        ),
    )


def _called(counted: Expression, slots: Sequence[SlotInfo], wording: Wording) -> str:
    """Return what is counted, without the player of whom it is."""
    text = label_of(term_text(counted, slots, wording.names))
    if wording.lang != "en":
        return text
    return text.removeprefix("the ").removeprefix("number of ").removeprefix("the ")


def _column(at: int, ranked: Formula, wording: Wording) -> Callable[[int | None], Shown]:
    """Return what says a number that players are ranked by; of the fewest points, the points."""
    counted, sign = _counted(ranked.expression)
    label = _label(counted, wording) or _called(counted, ranked.slots[: ranked.given], wording)

    def shown(number: int | None) -> Shown:
        worth = None if number is None else sign * number
        return Shown(
            name=f"rank-{at}", label=label, text=str("–" if worth is None else worth), value=worth
        )

    return shown


def _counted(ranked: Expression) -> tuple[Expression, int]:
    """Return what is counted, and -1 where less of it is better, else 1."""
    counted = positive(ranked)
    return counted, 1 if counted is ranked else -1


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
        names = languages.together([match.names[seat] for seat in winners], lang)
        return say(lang, "end-win", names=names)
    if kind == "loss" and len(match.seats) == 1:
        return say(lang, "end-solo")
    return say(lang, _OTHER_ENDS[kind])
