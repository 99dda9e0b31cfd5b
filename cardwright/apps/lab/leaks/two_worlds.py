"""Play on in two worlds that a seat cannot tell apart, and compare what it is told.

The worlds differ in which of two cards is which, and the seat knows neither; or in the hidden
number of a die, which is then the card meant below. Both are asked every question, those with one
answer too, and get the same answers. So between two questions the machine alone goes on, and
whatever differs then follows from a hidden card. At each question one of these holds:

- The seat has seen one of the cards, by what the zones say or by `reveal`, or was told by `reveal`
  something that differs between the worlds: the pair ends. So it does where the card is shown in
  one of the worlds only: a rule that shows a card if it is red also tells that a card is not red.
- The seat is told the same in both, who is asked included: the pair goes on. If somebody else is
  asked, he either gets the same options or can tell the worlds apart himself: then he takes what
  both have, and the pair ends where there is no such option, for he would act differently.
- What the seat is told differs, or whom the match waits for. That is an act of somebody else if the
  worlds were still the same when one of them came to his question, the other found nothing to
  choose there, and he can tell the worlds apart: a player who cannot follow has shown it, and no
  more. `Acts` gives the one world the cards of the other and asks again: it must come to just
  where the other is, or he has answers that lead there. Where rules of cards ask their holders
  whether to use them, which nobody else is asked, both must come to one place when all of them
  decline. The pair ends.
- All else is a leak: another course, another decider, other options for the seat or for somebody
  who cannot tell the worlds apart, a question asked in one world only, an end.

So the play of a lone legal card is its holder's act, and so is that he had none. What a rule reads
of a hidden hand by itself is no act: a match says such a thing behind a `reveal`, or by a question
to the holder.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from random import Random

from cardwright import Match
from cardwright.apps.lab.leaks.learning import Learning, Past, Stretch
from cardwright.apps.lab.leaks.worlds import (
    Difference,
    can_tell,
    count_all_shuffles,
    differences,
    is_shown,
    turned,
)
from interpreter import Ask, Worlds

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
        copy.state.forget_used()
        return copy

    def _comes_from(self, here: Match, there: Match) -> bool:
        """Return whether one world comes to where the other is if its open question is asked with
        the cards of that one."""
        image = turned(here, self.difference, self.seat)
        if image is None or image.state.ask != there.state.ask:
            return False
        return Worlds.all_of(image.state) == Worlds.all_of(there.state)

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


Look = Callable[[Match, int], bytes]
"""Returns all that a seat is told."""


class Leak(Exception):
    """A seat was told what it must not know.

    Attributes:
        worlds: Where it was told.
    """

    def __init__(self, worlds: TwoWorlds, words: str) -> None:
        super().__init__(words)
        self.worlds = worlds


class Verdict(Enum):
    """What has become of a pair of worlds."""

    GOES_ON = "goes on"
    SHOWN = "ended: revealed"
    ACTED = "ended: others act differently"
    OVER = "ended: played out"
    STRAY = "ended: no match comes to the other world"


class TwoWorlds:
    """Two worlds and the seat that must not see a difference.

    Attributes:
        difference: In what they differ.
        cards: The two that have changed places, or the die.
        look: Tells what the seat is told.
        told: What it was told in the two when they were looked at last.
        told_seat: Who was told what it must not know, once somebody was: the seat, or who decides.
        began: How the two were at first.
        past: How the first came there from the beginning of the match.
        answers: Who has answered what since.
        stretch: What was answered since the seat was told the same in both.
    """

    def __init__(
        self, one: Match, other: Match, seat: int, look: Look, difference: Difference,
        chance: Random, past: Past | None = None,
    ) -> None:  # fmt: skip
        self.one, self.other, self.seat, self.look = one, other, seat, look
        self.difference, self.cards = difference, difference.cards
        self.told, self.told_seat = (b"", b""), seat
        self.began, self.past = (one.clone(), other.clone()), past
        Worlds.align(one)
        Worlds.align(other, one)
        self.answers: list[tuple[str, str]] = []
        self.stretch, self.chance = Stretch((one, other), self.cards, seat), chance
        for match in (one, other):
            match.history, match.keeps_history = None, True

    @property
    def ask(self) -> Ask:
        """The question that is open in the first world."""
        found: Ask = self.one.state.ask
        return found

    def options(self) -> list[tuple[int, int]]:
        """Return the places of what can be answered in both worlds; what names one of the two cards
        only if there is nothing else."""
        here, there = self.one.state.ask.options, self.other.state.ask.options
        if here == there or self.ask.decider == self.seat:
            return [(place, place) for place in range(len(here))]
        shared = [(place, there.index(option)) for place, option in enumerate(here)
                  if option in there]  # fmt: skip
        return [pair for pair in shared if here[pair[0]] not in self.cards] or shared

    def answer(self, places: tuple[int, int]) -> Verdict:
        """Apply an answer in both worlds and go on to the next question.

        Raises:
            Leak: The seat can tell which of the two it is in.
        """
        decision = self.one.decision
        assert decision is not None
        self.answers.append((decision.who, decision.labels[places[0]]))
        self.stretch.note((self.one.state.ask, self.other.state.ask), places)
        self.one.apply(places[0])
        self.other.apply(places[1])
        return self.judge()

    def judge(self) -> Verdict:
        """Return the verdict on the pair.

        Raises:
            Leak: The seat can tell which of the two it is in.
        """
        worlds = self.one, self.other
        if any(match.outcome and match.outcome.kind == "fault" for match in worlds):
            return Verdict.STRAY  # of what is sound no match has one: see `matches`
        if not (self._is_in_step() or self._is_told_the_same()) or self._waits_for_others():
            return self._parted()
        if self.one.over or not self.difference.is_there(self.one.state, self.other.state):
            return Verdict.OVER
        if self._is_asked_otherwise():
            decider = self.ask.decider
            if not can_tell(self.one, self.difference, decider):
                self.told_seat = decider
                raise Leak(self, f"seat {decider} can tell by what it is asked: {self._asked()}")
        return Verdict.GOES_ON if self.options() else Verdict.ACTED

    # --- the same for the seat ------------------------------------------------------------------

    def _is_in_step(self) -> bool:
        """Return whether a question with one answer comes in both worlds alike."""
        a, b = self.one.state, self.other.state
        if self.one.over or self.other.over or len(a.ask.options) > 1 or a.ask != b.ask:
            return False
        return self.difference.besides(a) == self.difference.besides(b)

    def _is_told_the_same(self) -> bool:
        self.told = self.look(self.one, self.seat), self.look(self.other, self.seat)
        if self.told[0] != self.told[1]:
            return False
        self.one.state.log = self.other.state.log = None
        self.stretch.end()
        self.stretch = Stretch((self.one, self.other), self.cards, self.seat)
        return True

    def _waits_for_others(self) -> bool:
        """Return whether the worlds wait for different players, seen or not."""
        a, b = self.one.state.ask, self.other.state.ask
        return bool((a and a.decider) != (b and b.decider))

    def _is_asked_otherwise(self) -> bool:
        """Return whether who decides is asked something else in the other world; a player who sees
        both cards is asked the same in another order, also card by card."""
        a, b = self.one.state.ask, self.other.state.ask
        if a == b or all(is_shown(self.one, card, a.decider) for card in self.cards):
            return False
        one, other = self.one.decision, self.other.decision
        assert one is not None and other is not None
        return a.kind != b.kind or sorted(one.labels) != sorted(other.labels)

    # --- where they part ------------------------------------------------------------------------

    def _parted(self) -> Verdict:
        """Return whether the seat was shown by what it can tell the worlds apart, or somebody who
        can tell them apart has done something else.

        Raises:
            Leak: Neither is so.
        """
        worlds = self.one, self.other
        learning = Learning(
            worlds, self.stretch, self.difference, self.seat, self.chance, self.past
        )
        if learning.explains():
            return Verdict.SHOWN
        acts = Acts(*worlds, self.difference, self.seat)
        # else they have come to one question, and are told apart there
        if (not acts.are_alike(*worlds) or self._waits_for_others()) and acts.explain():
            return Verdict.ACTED
        raise Leak(self, f"seat {self.seat} can tell: {self._asked()}: {_parting(*self.told)}")

    def _asked(self) -> str:
        """Return what is asked in both worlds."""
        words = []
        for match in (self.one, self.other):
            decision = match.decision
            words.append(f"{decision.place} {decision.labels}" if decision else "nothing")
        return " and ".join(words)


def begin(
    match: Match, seat: int, chance: Random, look: Look, past: Past | None = None
) -> TwoWorlds | None:
    """Return two worlds that a seat cannot tell apart at an open decision, None where it knows all
    that can be exchanged, or what others are asked hangs on it.

    Args:
        past: How the match came there.

    Raises:
        Leak: The decision tells the seat something already.
    """
    match.state.log = None
    count_all_shuffles(match)
    for difference in differences(match, seat, chance):
        other = turned(match, difference, seat)
        if other is None:
            continue
        # a match of its own: who looks may keep what the seat followed in this pair
        worlds = TwoWorlds(match.clone(), other, seat, look, difference, chance, past)
        if worlds.judge() == Verdict.GOES_ON:
            return worlds
        worlds.stretch.end()
    return None


def _parting(one: bytes, other: bytes) -> str:
    """Return where what the seat is told parts, whatever it is."""
    a, b = one.decode(), other.decode()
    pairs = zip(a, b, strict=False)
    place = next((i for i, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b)))
    start = max(0, place - 60)
    return f"…{a[start : place + 60]}… and …{b[start : place + 60]}…"
