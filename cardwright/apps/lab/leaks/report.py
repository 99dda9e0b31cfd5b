"""Write two worlds that a seat can tell apart: as the shortest script, and in words.

The script begins and ends with the view of the seat. Only a failure at the end counts, at the same
part of the view and behind the same last answers: else a shorter script might show a card to the
seat, which is no leak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from cardwright import Game, Match
from cardwright.apps.face.words import say
from cardwright.apps.lab.leaks.two_worlds import TwoWorlds
from cardwright.apps.lab.leaks.worlds import Exchange, Throw
from cardwright.apps.lab.shrinking.positions import position_of
from cardwright.apps.lab.shrinking.reduce import NotFailing, OfScripts, Shrinker
from cardwright.apps.lab.shrinking.written import Written, of_course
from dsl import Phrase, Record
from dsl.model.scripts import Position, SameView, Script
from interpreter import SeatView

MOST_TRIES = 400


def worlds_written(game: Game, worlds: TwoWorlds) -> Written | None:
    """Return a script with two worlds that a seat can tell apart; None where a script cannot say
    how they stand."""
    return _written(game, worlds, worlds.began, worlds.answers)


def _written(
    game: Game, worlds: TwoWorlds, began: tuple[Match, Match], answers: Sequence[tuple[str, str]]
) -> Written | None:
    here, there = map(position_of, began)
    if here is None or there is None:
        return None
    written = of_course(game, worlds.one.names, 0, answers)
    view = {"same-view": worlds.one.names[worlds.told_seat]}
    steps = (view, *written.steps, view)
    return replace(written, worlds=({"given": here}, {"given": there}), steps=steps)


class OfLeaks(OfScripts):
    """Runs scripts that end with the view of a seat, and begin with it where they can.

    Attributes:
        first: The script as it was, the last answers of which are kept.
        begins: Whether it begins with the view. Where questions with one answer lead to the leak by
            themselves it does not; then nothing of how the worlds stand is left out.
    """

    def __init__(self, game: Game, first: Written, tail: int, begins: bool) -> None:
        super().__init__(game)
        self.first, self.tail, self.begins = first, first.steps[-tail:], begins

    def __call__(self, written: Written) -> Written | None:
        """Return a script if it fails as it must, behind the same last answers."""
        if written.steps[-len(self.tail) :] != self.tail:
            return None
        if not self.begins and (written.worlds, written.gone) != (self.first.worlds, frozenset()):
            return None
        return super().__call__(written)

    def ways(self, script: Script) -> list[str]:
        """Return by what the worlds are told apart at the end, and only there: the part of the view
        and whether cards are seen in it; nothing where the cards in which they differ are shown."""
        looks = len([step for step in script.steps if isinstance(step, SameView)])
        try:
            views: list[bytes] = []
            result = self.game.run(script, views)
        except Exception:  # it is no match that the machine can play
            return []
        if looks != 1 + self.begins or len(result.failures) != 1 or len(views) != 2 * looks:
            return []
        here, there = views[:looks], views[looks:]
        found = SeatView.parted(here[-1], there[-1])
        if found is None or (self.begins and here[0] != there[0]):
            return []
        return [] if self._shows_cards(script, here, there) else [_way(*found)]

    def _shows_cards(self, script: Script, here: Sequence[bytes], there: Sequence[bytes]) -> bool:
        """Return whether cards that lie in one world alone where they do are shown in either."""
        one, other = (_lying(position) for position in script.positions)
        return _told_of(one - other, here) and _told_of(other - one, there)


def _way(path: Sequence[str], here: Any, there: Any) -> str:
    """Return what stays the same of a difference when a script gets shorter."""
    are_lists = isinstance(here, list) and isinstance(there, list)
    pairs = zip_longest(here, there) if are_lists else [(here, there)]
    shapes = {(type(a).__name__, type(b).__name__) for a, b in pairs if a != b}
    kind = path[:2] if path[0] != "event" else path[:1]
    return f"{' '.join(kind)} {sorted(shapes)}"


def _lying(position: Position) -> set[tuple[object, int, str]]:
    """Return the cards that a position names, each with its zone and place."""
    return {
        (zone, place, piece.definition)
        for zone, pieces in position.zones.items()
        if not isinstance(pieces, int)
        for place, piece in enumerate(pieces)
        if piece.definition is not None
    }


def _told_of(cards: set[tuple[object, int, str]], views: Sequence[bytes]) -> bool:
    """Return whether the last of some views names one of some cards that the first does not."""
    names = [f'"card": "{card}"'.encode() for _, _, card in cards]
    return any(name in views[-1] and (len(views) == 1 or name not in views[0]) for name in names)


def shortest(
    game: Game, worlds: TwoWorlds, tell: Callable[[int], None] = lambda size: None
) -> Written | None:
    """Return the shortest script that was found in which the seat can tell the worlds apart; None
    where no script shows it: a script cannot say all that a match remembers.

    Args:
        tell: Is told the size after each script that was tried.
    """
    latest = worlds.answers[len(worlds.answers) - len(worlds.stretch.answers) :]
    late = worlds.stretch.beginning_of(worlds.one), worlds.stretch.beginning_of(worlds.other)
    ways = ((late, latest), (worlds.began, worlds.answers))
    for begins in (True, False):
        for began, answers in ways:
            written = _written(game, worlds, began, answers)
            if written is not None and not begins:
                written = replace(written, steps=written.steps[1:])
            found = written and _shrunk(OfLeaks(game, written, len(latest) + 1, begins), tell)
            if found:
                return found
    return None


def _shrunk(oracle: OfLeaks, tell: Callable[[int], None]) -> Written | None:
    script = oracle.script(oracle.first)
    ways = [] if script is None else oracle.ways(script)
    if not ways:
        return None
    oracle.wanted = ways[0]
    try:
        return Shrinker(oracle.first, oracle, MOST_TRIES, tell).shrink(lambda *_: None)
    except NotFailing:
        return None


def views_of(game: Game, written: Written) -> list[bytes]:
    """Return what the seat is told at the end of each world of a script."""
    script = OfScripts(game).script(written)
    if script is None:
        return []
    views: list[bytes] = []
    game.run(script, views)
    looks = len(views) // len(written.worlds)
    return views[looks - 1 :: looks]


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


class Told(Record, kw_only=True):
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
        widths = [max(Phrase(row[at]).columns for row in (*rows, said)) for at in range(2)]
        yield from (_row(row, widths) for row in rows)
        if self.answers:
            yield say(lang, "leak-answers", answers="; ".join(self.answers))
        yield say(lang, "leak-told", seat=self.seat)
        yield _row(said, widths)


def told_in_words(worlds: TwoWorlds, lang: str) -> Told:
    """Return a leak in words of a language."""
    stretch = len(worlds.stretch.answers)
    latest = worlds.answers[len(worlds.answers) - stretch :]
    found = SeatView.parted(*worlds.told) if worlds.told[0] != worlds.told[1] else None
    if found is None:
        parts = say(lang, "leak-asked"), _asked(worlds.one), _asked(worlds.other)
    else:
        parts = _said(found, lang)
    return Told(
        seat=worlds.one.names[worlds.told_seat],
        differ=tuple(_differing(worlds, lang)),
        answers=tuple(f"{who}: {label}" for who, label in latest),
        parts=parts,
    )


def script_in_words(written: Written, views: Sequence[bytes], lang: str) -> Told | None:
    """Return what a script shows in words of a language; None where its views are the same.

    Args:
        views: What the seat is told at its end in either world.
    """
    found = SeatView.parted(*views) if len(views) == 2 else None
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
    return str(
        SeatView(match, None).labels.text(match.state, card, SeatView.ANY_CARD, lang, hidden=False)
    )


def _where(match: Match, card: int, lang: str) -> str:
    zone = match.state.places[card]
    if zone < 0:
        return say(lang, "leak-nowhere")
    cards = match.state.zones[zone]
    name = SeatView(match, None).labels.zone(match.state, zone, lang)
    number = cards.index(card) + 1
    return say(lang, "leak-place", zone=name, number=number)


def _said(found: tuple[Sequence[str], Any, Any], lang: str) -> tuple[str, str, str]:
    (kind, *rest), here, there = found
    names = ", ".join(rest)
    known = say(lang, KNOWN[kind]) if kind in KNOWN else kind
    return f"{known} {names}".strip(), _short(here), _short(there)


def _asked(match: Match) -> str:
    decision = match.decision
    return "-" if decision is None else _short([decision.who, list(decision.labels)])


def _short(value: Any) -> str:
    said = SeatView.shown_part(value)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"


def _row(row: tuple[str, str, str], widths: list[int]) -> str:
    first, second = (text + " " * (width - Phrase(text).columns)
                     for text, width in zip(row, widths, strict=False))  # fmt: skip
    return f"  {first}  {second}  {row[2]}"
