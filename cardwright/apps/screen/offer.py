"""Gather the whole offer of a turn: for each thing on the table what it can begin, and be.

A question for an action has an answer that a card can begin: the card is what the action asks for
next. So each thing has its offers, one or two answers in a row, and all other answers stand beside
the table. Nothing has happened between the two: the second question comes before anything does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cardwright import Match
from cardwright.apps.screen.asking import barred
from cardwright.apps.screen.model import Closed, Offer, Option, Question
from cardwright.apps.screen.wording import Wording
from interpreter import SeatView


def with_offer(match: Match, asked: Question, wording: Wording, known: SeatView) -> Question:
    """Return a question with all that a seat can do by touching things."""
    of: dict[str, list[Offer]] = {}
    why: dict[str, str] = {}
    beside = list[int]()
    for option in asked.options:
        offers = [(key, Offer(path=(option.index,), text=option.text, price=option.price))
                  for key in option.touches]  # fmt: skip
        begun = known.begun(match, option.index)
        if begun is not None:
            offers += _followed(begun, option, wording, known)
            shut = ((key, each.reason) for each in barred(begun, wording, known)
                    for key in each.touches)  # fmt: skip
            why |= dict(shut)
        for key, offer in offers:
            of.setdefault(key, []).append(offer)
        if not offers:
            beside.append(option.index)
    found = {key: tuple(offers) for key, offers in of.items()}
    return replace(asked, offers=found, beside=tuple(beside), why=why)


def with_reasons(asked: Question, closed: Sequence[Closed]) -> Question:
    """Return a question with why things cannot be chosen now that nothing stands for."""
    told = ((key, each.reason) for each in closed for key in each.touches)
    why = {**asked.why, **dict(told)}
    return replace(asked, why={key: why[key] for key in why if key not in asked.offers})


def _followed(
    begun: Match, option: Option, wording: Wording, known: SeatView
) -> Iterator[tuple[str, Offer]]:
    """Yield what the things of the next question can be."""
    said = known.completed(begun, wording.lang)
    for at, keys in enumerate(known.keys.touched_in(begun.state.ask)):
        for key in keys:
            text = option.text if said is None else said[at]
            yield key, Offer(path=(option.index, at), text=text, price=option.price)


def touched(asked: Question | None) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Return by key the options of the things that a question touches, and the answers of those
    that can mean one thing alone."""
    options: dict[str, list[int]] = {}
    answers: dict[str, str] = {}
    if asked is None:
        return options, answers
    for option in asked.options:
        for key in option.touches:
            options.setdefault(key, []).append(option.index)
    for key, offers in asked.offers.items():
        options[key] = [*dict.fromkeys(offer.path[0] for offer in offers)]
        if len(offers) == 1:
            answers[key] = offers[0].answer
    return options, answers
