"""Report the end of a match: who won, by what, why it was over, and the scores with their parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from cardwright import Match
from cardwright.apps.face.words import say
from cardwright.apps.screen.model import Amount, Card, End, Player, Score, Shown
from cardwright.apps.screen.wording import Wording, label_of
from cardwright.apps.text.course import condition_text, positive, term_text
from dsl import Language
from dsl.model.expressions import Expression, Filter, Fold, StateRead, ValueCall, ZoneCards
from dsl.model.steps import Formula, SlotInfo
from dsl.model.walk import walk
from interpreter import SeatView

Term: TypeAlias = tuple[Expression, tuple[SlotInfo, ...], int | None, tuple[tuple[str, int], ...]]
"""A part of a number: what it is, with its locals, how much, and the cards that count in it."""
NUMBER: Final = 2
CARDS: Final = 3
"""The places of how much and of the cards."""
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
    ranks, compared = _ranks(match, known)
    columns = _telling(ranks)
    parts = [_shown(player, things) for player in players]
    terms: list[tuple[tuple[Shown, ...], ...]] = [()] * len(players)
    if columns and compared:
        parts = [tuple(_term(1, wording, *own[at][0]) for at in columns) for own in compared]
        terms = _terms(columns, wording, lambda at: [(each[at][1:], 1) for each in compared])
    elif columns:
        parts = _parts(match, columns, wording)
        terms = _terms(columns, wording, lambda at: _ranked_terms(match, at, known))
    keys = {seat: (seat in outcome.winners, ranks[seat] if ranks else ()) for seat in match.seats}
    ranked = sorted(match.seats, key=lambda seat: _order(keys[seat]), reverse=True)
    places = {
        seat: 1 + sum(_order(keys[s]) > _order(keys[seat]) for s in ranked) for seat in ranked
    }
    return End(
        kind=outcome.kind,
        text=_text(match, outcome.kind, outcome.winners, wording.lang)
        + _by(match, columns, ranks, [parts[seat] for seat in ranked], wording.lang),
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


def _order(key: tuple[bool, Sequence[int | None]]) -> tuple[bool, tuple[float, ...]]:
    won, rank = key
    return won, tuple(float("-inf") if each is None else each for each in rank)


def _ranks(
    match: Match, known: SeatView
) -> tuple[Sequence[Sequence[int | None]], Sequence[Sequence[Sequence[Term]]]]:
    """Return the numbers by which the players stand, and of a game that ranks nobody what is known
    of those that its winners have most of."""
    assert match.outcome is not None
    if any(match.outcome.rank):
        return match.outcome.rank, ()
    compared = [known.reasons.compared(seat) for seat in match.seats]
    if not all(compared) or any(each[0][NUMBER] is None for own in compared for each in own):
        return (), ()
    return [tuple(each[0][NUMBER] for each in own) for own in compared], compared


def _telling(ranks: Sequence[Sequence[int | None]]) -> list[int]:
    """Return which numbers that players are ranked by differ between them, as far as they decide
    who stands before whom; all where none does."""
    columns = [*range(max(map(len, ranks), default=0))]
    told, places = list[int](), len({*map(tuple, ranks)})
    for at in columns:
        if len({tuple(rank[place:][:1] for place in told) for rank in ranks}) == places:
            break
        if len({tuple(rank[at:][:1]) for rank in ranks}) > 1:
            told.append(at)
    return told or columns


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


def _by(
    match: Match,
    columns: Sequence[int],
    ranks: Sequence[Sequence[int | None]],
    parts: Sequence[Sequence[Shown]],
    lang: str,
) -> str:
    """Return the numbers that decided who has won, in words; "" where none did, or where what is
    counted has no short name.

    Args:
        parts: As of the scores, best first.
    """
    outcome = match.outcome
    assert outcome is not None
    best = [ranks[seat] for seat in outcome.winners if ranks]
    others = [rank for seat, rank in enumerate(ranks) if seat not in outcome.winners]
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


Terms: TypeAlias = list[tuple[Sequence[Term], int]]
"""For each seat what a number is made of, and -1 where less of it is better, else 1."""


def _ranked_terms(match: Match, at: int, known: SeatView) -> Terms:
    """Return what the numbers are made of that players are ranked by at a place."""
    ranked = match.machine.program.game.end.rank[at]
    _, sign = _counted(ranked.expression)
    return [(known.reasons.terms(ranked, seat), sign) for seat in match.seats]


def _terms(
    columns: Sequence[int], wording: Wording, terms_at: Callable[[int], Terms]
) -> list[tuple[tuple[Shown, ...], ...]]:
    """Return for each seat what each of its numbers is made of; without terms that count nothing
    for anybody, and of one term alone only where cards count in it."""
    found: list[list[tuple[Shown, ...]]] = []
    for at in columns:
        signed = terms_at(at)
        terms = [own for own, _ in signed]
        counting = [place for place in range(min(map(len, terms)))
                    if any(each[place][NUMBER] for each in terms)]  # fmt: skip
        if len(counting) == 1 and not any(each[counting[0]][CARDS] for each in terms):
            counting = []
        found.append(
            [tuple(_term(sign, wording, *own[place]) for place in counting) for own, sign in signed]
        )
    return [*zip(*found, strict=True)]


def _term(
    sign: int, wording: Wording, expression: Expression, slots: Sequence[SlotInfo],
    number: int | None, cards: Sequence[tuple[str, int]],
) -> Shown:  # fmt: skip
    """Return a term of a score with its name and the cards that count in it."""
    number = sign * (number or 0)
    label = _label(expression, wording)
    if isinstance(expression, Fold):
        source = expression.source
        while isinstance(source, Filter):
            source = source.source
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
        names = Language(lang).together([match.names[seat] for seat in winners])
        return say(lang, "end-win", names=names)
    if kind == "loss" and len(match.seats) == 1:
        return say(lang, "end-solo")
    return say(lang, _OTHER_ENDS[kind])
