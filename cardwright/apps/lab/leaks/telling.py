"""Say in words in what two worlds differ and what a seat is told in either, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardwright.api.match import Match
from cardwright.apps.face.words import say
from cardwright.apps.lab.leaks.differences import Exchange, Throw
from cardwright.apps.lab.leaks.two_worlds import TwoWorlds
from cardwright.apps.lab.shrinking.written import Written
from dsl.diagnostics.snippet import columns
from dsl.records import record
from interpreter.observe.difference import parted, shown_part
from interpreter.observe.seat_view import ANY_CARD
from interpreter.walk.labels import Labels

LONGEST = 60
KNOWN = {
    "zone": "leak-zone",
    "state": "leak-state",
    "value": "leak-value",
    "decision": "leak-decision",
    "event": "leak-event",
    "texts": "leak-texts",
    "lines": "leak-lines",
    "undo": "leak-undo",
    "keeps": "leak-keeps",
    "question": "leak-question",
    "refusal": "leak-refusal",
    "why-not": "leak-why-not",
    "screen": "leak-screen",
    "outcome": "leak-outcome",
    "facts": "leak-facts",
    "place": "leak-place-asked",
    "waiting_for": "leak-waiting-for",
}
"""What parts of what a seat is told are called in `leak_words`."""


@record(kw_only=True)
class Told:
    """A leak, in words.

    Attributes:
        seat: Who can tell the two worlds apart.
        differ: In what they differ: where, and what is there in either.
        answers: What was answered, from where the worlds looked alike for the last time.
        parts: By what they are told apart, and what it is in either.
    """

    seat: str
    differ: tuple[tuple[str, str, str], ...]
    answers: tuple[str, ...]
    parts: tuple[str, str, str]

    def lines(self, lang: str) -> Iterator[str]:
        """Yield both worlds side by side."""
        yield say(lang, "leak-head", seat=self.seat)
        rows = [(say(lang, "leak-where"), say(lang, "leak-one"), say(lang, "leak-other"))]
        rows += self.differ
        said = self.parts
        widths = [max(columns(row[at]) for row in (*rows, said)) for at in range(2)]
        yield from (_row(row, widths) for row in rows)
        if self.answers:
            yield say(lang, "leak-answers", answers="; ".join(self.answers))
        yield say(lang, "leak-told", seat=self.seat)
        yield _row(said, widths)


def told_in_words(worlds: TwoWorlds, lang: str) -> Told:
    """Return a leak in words of a language."""
    stretch = len(worlds.stretch.answers)
    latest = worlds.answers[len(worlds.answers) - stretch :]
    return Told(
        seat=worlds.one.names[worlds.told_seat],
        differ=tuple(_differing(worlds, lang)),
        answers=tuple(f"{who}: {label}" for who, label in latest),
        parts=_parted(worlds, lang),
    )


def script_in_words(written: Written, views: Sequence[bytes], lang: str) -> Told | None:
    """Return what a script shows in words of a language; None where its views are the same.

    Args:
        views: What the seat is told at its end in either world.
    """
    found = parted(*views) if len(views) == 2 else None
    if found is None:
        return None
    here, there = (world["given"] for world in written.document()["worlds"])
    keys = [key for key in dict.fromkeys((*here, *there)) if here.get(key) != there.get(key)]
    answers = filter(None, map(written.answer_of, written.steps))
    return Told(
        seat=str(written.steps[-1]["same-view"]),  # type: ignore[index]
        differ=tuple((key, _listed(here.get(key)), _listed(there.get(key))) for key in keys),
        answers=tuple(f"{who}: {label}" for who, label in answers),
        parts=_said(found, lang),
    )


def _listed(value: Any) -> str:
    """Return what a script says lies in a zone, or of a state."""
    if not isinstance(value, list):
        return "-" if value is None else str(value)
    return _short([next(iter(each)) if isinstance(each, dict) else each for each in value])


def _differing(worlds: TwoWorlds, lang: str) -> Iterator[tuple[str, str, str]]:
    one, other = (worlds.stretch.beginning_of(each) for each in (worlds.one, worlds.other))
    difference = worlds.difference
    if isinstance(difference, Exchange):
        for card in difference.cards:
            yield _where(one, card, lang), _card(one, card, lang), _card(other, card, lang)
    elif isinstance(difference, Throw):
        where = ", ".join(_card(one, card, lang) for card in difference.cards)
        here, there = (str(each.state.values[difference.place]) for each in (one, other))
        yield where or say(lang, "leak-hidden-state"), here, there


def _card(match: Match, card: int, lang: str) -> str:
    return str(Labels(match.machine.program).text(match.state, card, ANY_CARD, lang, hidden=False))


def _where(match: Match, card: int, lang: str) -> str:
    zone = match.state.places[card]
    if zone < 0:
        return say(lang, "leak-nowhere")
    cards = match.state.zones[zone]
    name = Labels(match.machine.program).zone(match.state, zone, lang)
    number = cards.index(card) + 1
    return say(lang, "leak-place", zone=name, number=number)


def _parted(worlds: TwoWorlds, lang: str) -> tuple[str, str, str]:
    """Return what is told otherwise: its name, and what it is in either world."""
    found = parted(*worlds.told) if worlds.told[0] != worlds.told[1] else None
    if found is None:
        return say(lang, "leak-asked"), _asked(worlds.one), _asked(worlds.other)
    return _said(found, lang)


def _said(found: tuple[Sequence[str], Any, Any], lang: str) -> tuple[str, str, str]:
    (kind, *rest), here, there = found
    names = ", ".join(rest)
    known = say(lang, KNOWN[kind]) if kind in KNOWN else kind
    return f"{known} {names}".strip(), _short(here), _short(there)


def _asked(match: Match) -> str:
    decision = match.decision
    return "-" if decision is None else _short([decision.who, list(decision.labels)])


def _short(value: Any) -> str:
    said = shown_part(value)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"


def _row(row: tuple[str, str, str], widths: list[int]) -> str:
    first, second = (text + " " * (width - columns(text))
                     for text, width in zip(row, widths, strict=False))  # fmt: skip
    return f"  {first}  {second}  {row[2]}"
