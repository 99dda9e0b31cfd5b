"""Say whether two worlds part because somebody who can tell them apart has done something else.

It is known by giving the one world the cards of the other and asking again: it must come to just
where the other is, or he has answers that lead there. Where rules of cards ask their holders
whether to use them, which nobody else is asked, both must come to one place when all of them
decline.
"""

from __future__ import annotations

from cardwright.api.match import Match
from cardwright.apps.lab.leaks.differences import Difference
from cardwright.apps.lab.leaks.worlds import can_tell, turned
from interpreter.observe.redraw import position_of
from interpreter.state.frames import EventFrame
from interpreter.walk.decision import Ask

MOST_ANSWERS, MOST_OPTIONS = 2, 12
"""How far is looked for answers of others by which they do the same in both worlds."""


class Acts:
    """Two worlds, looked at for what others do who can tell them apart.

    Attributes:
        difference: In what the worlds differ.
        seat: Who cannot tell them apart.
    """

    def __init__(self, one: Match, other: Match, difference: Difference, seat: int) -> None:
        self.worlds, self.difference, self.seat = (one, other), difference, seat

    def explain(self) -> bool:
        """Return whether somebody else has done something else, so that the worlds part."""
        for here, there in (self.worlds, self.worlds[::-1]):
            if not self._is_act_of_another(here):
                continue
            if self._comes_from(here, there) or self._leads_to(here, there, MOST_ANSWERS):
                return True
        here, there = map(self._declined, self.worlds)
        return bool(here.state.ask == there.state.ask) and self.are_alike(here, there)

    def are_alike(self, one: Match, other: Match) -> bool:
        """Return whether two matches go on alike, but for what they differ in."""
        return self.difference.besides(one.state) == self.difference.besides(other.state)

    def _is_act_of_another(self, match: Match) -> bool:
        """Return whether somebody else is asked who can tell the worlds apart."""
        ask = match.state.ask
        if ask is None or ask.decider == self.seat:
            return False
        return can_tell(match, self.difference, ask.decider)

    def _declined(self, match: Match) -> Match:
        """Return a copy in which others have declined to use cards that they know; what they have
        refused is remembered by the machine alone, and forgotten here."""
        copy = match.clone()
        while self._is_act_of_another(copy) and (place := _declining(copy.state.ask)) is not None:
            copy.apply(place)
        frames = copy.state.frames
        frames[:] = [f._replace(used=()) if isinstance(f, EventFrame) else f for f in frames]
        return copy

    def _comes_from(self, here: Match, there: Match) -> bool:
        """Return whether one world comes to where the other is if its open question is asked with
        the cards of that one."""
        image = turned(here, self.difference, self.seat)
        if image is None or image.state.ask != there.state.ask:
            return False
        return position_of(image.state) == position_of(there.state)

    def _leads_to(self, here: Match, there: Match, answers: int) -> bool:
        """Return whether others have answers by which one world comes to where the other is: who
        may spare a fourth card of a set, or has but three, lays down the same."""
        for place in range(min(len(here.state.ask.options), MOST_OPTIONS)):
            copy = here.clone()
            copy.apply(place)
            if self._is_where(copy, there):
                return True
            goes_on = answers > 1 and self._is_act_of_another(copy)
            if goes_on and self._leads_to(copy, there, answers - 1):
                return True
        return False

    def _is_where(self, here: Match, there: Match) -> bool:
        """Return whether two matches have come to one place; another who knows the cards may have
        other things to choose there."""
        if not self.are_alike(here, there):
            return False
        a, b = here.state.ask, there.state.ask
        if a == b or a is None or b is None:
            return bool(a == b)
        is_like = a.kind == b.kind and a.decider == b.decider
        return is_like and self._is_act_of_another(here)


def _declining(ask: Ask) -> int | None:
    """Return the place of the answer that no rule of a card is used, None where none asks."""
    if not isinstance(ask.site, tuple) or ask.site[0] not in ("rule", "event"):
        return None
    return next((i for i, o in enumerate(ask.options) if o is None or o is False), None)
