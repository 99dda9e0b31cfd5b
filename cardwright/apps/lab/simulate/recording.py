"""Note what happens in a match while policies play it: cards, choices, events, who leads.

A match is looked at between decisions, so that it takes the same course as without being looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from cardwright import Match
from cardwright.apps.face.session import total
from cardwright.apps.lab.simulate.fate import Alone, Claims, Fate
from cardwright.apps.lab.simulate.play_out import CutShort, by_policies
from cardwright.apps.lab.simulate.tables import Rows, no_rows
from cardwright.apps.policies.endless import LONGEST
from cardwright.apps.policies.policies import Policy, choose_randomly
from dsl import Fault
from dsl.model import types as t
from interpreter import Ask, Machine, Program, Value

Site: TypeAlias = int | tuple[Any, ...]
"""What asks: `Ask.site`."""

_WITH_CARDS = ("action", "replacement", "trigger")
"""Decisions whose options are pairs of an action or rule and the card that bears it."""


class Recorder:
    """Plays matches and keeps the rows of what happened in them.

    Attributes:
        words: What the policies are called, by seat.
        rows: What has been noted since somebody took it.
    """

    def __init__(
        self, policies: Sequence[Policy], words: Sequence[str], longest: int = LONGEST
    ) -> None:
        self._policies, self.words, self._longest = policies, words, longest
        self._are_random = {*policies} == {choose_randomly}
        self.rows = no_rows()
        self._reader: Reader | None = None
        self._alone: Alone | None = None

    def starting(self, start: Callable[[int], Match]) -> Callable[[int], Match]:
        """Return what starts matches so that what is taken by itself is noted from the first on."""

        def begin(seed: int) -> Match:
            if self._alone is not None:
                with self._alone.listening():
                    match = start(seed)
                if self._alone.machine is match.machine:
                    return match
            self._alone = Alone(start(seed).machine)
            with self._alone.listening():
                return start(seed)

        return begin

    def play(self, match: Match, random: Random) -> int:
        """Play a match to its end and note it; return how many decisions that took."""
        if self._alone is None or self._alone.machine is not match.machine:
            self._alone = Alone(match.machine)
        noted = Course(match, self.reader(match.machine), self._alone)
        try:
            policies = [*map(noted.watched, self._policies)]
            with self._alone.listening():
                play = by_policies(policies, self._longest, are_random=self._are_random)
                decisions = play(match, random)
        except CutShort as short:
            self._keep(noted, short.decisions, short.reason)
            raise
        noted.look()
        self._keep(noted, decisions, "")
        return decisions

    def reader(self, machine: Machine) -> Reader:
        """Return what tells what options and events of a machine's matches name."""
        if self._reader is None or self._reader.machine is not machine:
            self._reader = Reader(machine)
        return self._reader

    def take(self) -> Rows:
        """Return the rows so far, to be kept elsewhere."""
        found, self.rows = self.rows, no_rows()
        return found

    def _keep(self, noted: Course, decisions: int, fault: str) -> None:
        if self._alone is not None:
            self._alone.clear()
        for name, rows in noted.rows(self.words, decisions, fault).items():
            self.rows[name].extend(rows)


class Reader:
    """Tells what options and events of a machine's matches name; what is found is kept.

    Attributes:
        known: What answers are called that have been met, by what asks and the option.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.program = machine, machine.program
        self.ids = machine.definition_ids
        self._questions: dict[Site, str] = {}
        self.known: dict[tuple[Site, Value], str] = {}
        types = {id_: plan.slot_types for id_, plan in self.program.events.items()}
        self.amounts = {id_: found for id_, each in types.items() if (found := _places(each))}
        self.owned = tuple(
            number
            for number, family in enumerate(self.program.families)
            if family.key.owner == "player"
        )

    def question(self, ask: Ask) -> str:
        """Return which question an ask is, whatever the match."""
        site = ask.site
        if site not in self._questions:
            span = Match.site_span(self.machine, site)
            found = span.file_place if span else ""
            if isinstance(site, tuple) and site[0] == "action":
                action = self.program.actions[site[1]].action
                found = f"{action.id}.{action.parameters[site[2]].name}"
            self._questions[site] = "" if ask.kind == "action" else found
        return self._questions[site]

    def answer(self, match: Match, index: int) -> str | None:
        """Return what an option is called; None where it is a card."""
        ask: Ask = match.state.ask
        option = ask.options[index]
        if ask.kind == "action":
            return "-" if option is None else self.program.actions[option[0]].action.id
        if isinstance(option, tuple) or self.card(match, index) is not None:
            return None
        key = ask.site, option
        if key not in self.known:
            assert match.decision is not None
            self.known[key] = match.decision.options[index].label
        return self.known[key]

    def card(self, match: Match, index: int) -> str | None:
        """Return the id of the card that an option names, or that bears what it names."""
        ask: Ask = match.state.ask
        option = ask.options[index]
        type_ = t.EntityType("") if ask.kind in _WITH_CARDS else ask.of
        if isinstance(option, tuple):  # of a piece: how many before it, and itself
            option = option[1]
        if not isinstance(option, int) or isinstance(option, bool):
            return None
        if type_ is not None:
            type_, option = t.one_of(type_, option)
        if isinstance(type_, t.EntityType):
            return self.ids[match.state.entity_definitions[option]]
        return self.ids[option] if isinstance(type_, t.DefinitionType) else None


def _places(types: Sequence[t.Type]) -> tuple[tuple[int, t.Type], ...]:
    """Return the slots that hold resources, with their types: bags of cards hold none."""
    return tuple(
        (place, type_)
        for place, type_ in enumerate(types)
        if isinstance(bag := t.plain_type(type_), t.AmountOf | t.BagOf)
        and not isinstance(bag.of, t.DefinitionType | t.EntityType)
    )


class _Card:
    """What a seat had to do with a card."""

    __slots__ = (
        "at_start", "chosen", "claimed", "discarded", "first_played", "moved", "offered", "played",
        "seen",
    )  # fmt: skip

    def __init__(self) -> None:
        self.at_start, self.offered, self.chosen, self.moved = False, 0, 0, 0
        self.played, self.discarded, self.claimed = 0, 0, 0
        self.seen: int | None = None
        self.first_played: int | None = None


class Course:
    """What has happened in one match so far."""

    def __init__(self, match: Match, reader: Reader, alone: Alone) -> None:
        self.match, self.reader, self._alone = match, reader, alone
        self.cards: dict[tuple[int, str], _Card] = {}
        self.choices: dict[tuple[int, str, str, str], list[int]] = {}
        self.asked: dict[tuple[int, str], list[int]] = {}
        self.events: Counter[str] = Counter()
        self._fates, self._claims = alone.fates, Claims(match.machine)
        self._zones: dict[int, object] = {}
        self._definitions: object = None
        self._last_event = 0
        self._causes: dict[int, tuple[int, str]] = {}
        self._playing: tuple[int, str] | None = None
        self._has_acted = False
        self._first_actor: int | None = None
        """Who took the first action, where nobody was asked before."""
        self.first_player: int | None = None
        self._decisions = 0
        self.leader: int | None = None
        self.lead_changes, self.led_since = 0, 0
        self._last_leader: int | None = None

    def watched(self, policy: Policy) -> Policy:
        """Return a policy whose choices are noted."""

        def choose(match: Match, random: Random) -> int:
            self.look()
            index = self._alone.while_deciding(lambda: policy(match, random))
            self._note(index)
            self._decisions += 1
            return index

        return choose

    def look(self) -> None:
        """Note what has changed since the last decision."""
        self._read_log()
        self._look_at_zones()
        st = self.match.state
        for fate in (*self._alone.found, *self._fates.moved(st)):
            self._meet(fate)
        self._alone.found.clear()
        for seat, entity in self._claims.fresh(st):
            self._card(seat, self.reader.ids[st.entity_definitions[entity]]).claimed += 1
        self._look_who_leads()

    # --- what is ------------------------------------------------------------------------------

    def _look_at_zones(self) -> None:
        st, reader = self.match.state, self.reader
        is_acting = st.ask is not None and st.ask.kind in ("action", "parameter")
        is_first = not self._has_acted and (is_acting or self._first_actor is not None)
        has_become = st.entity_definitions is not self._definitions
        self._definitions = st.entity_definitions
        for zone, family in enumerate(st.zone_families):
            cards = st.zones[zone]
            is_as_seen = self._zones.get(zone) is cards and not (is_first or has_become)
            if family not in reader.owned or is_as_seen:
                continue
            self._zones[zone] = cards
            for entity in cards:
                if entity is None:
                    continue
                card = self._card(st.zone_owners[zone], reader.ids[st.entity_definitions[entity]])
                card.seen = st.values[Program.ROUND] if card.seen is None else card.seen
                card.at_start |= is_first
        if is_first:
            first = (
                st.values[Program.START_PLAYER] if self._first_actor is None else self._first_actor
            )
            self._has_acted, self.first_player = True, first

    def _card(self, seat: int, id_: str) -> _Card:
        found = self.cards.get((seat, id_))
        if found is None:
            found = self.cards[seat, id_] = _Card()
        return found

    def _look_who_leads(self) -> None:
        machine, st = self.match.machine, self.match.state
        if not machine.program.game.end.rank or st.outcome is not None:
            return
        try:
            ranks = [machine.ending.rank(st, seat) for seat in range(machine.program.seats)]
        except Fault:
            return
        best = max(ranks, key=_order)
        leader = ranks.index(best) if ranks.count(best) == 1 else None
        if leader != self.leader:
            self.leader, self.led_since = leader, self._decisions
        if leader is not None and leader != self._last_leader:
            self.lead_changes += self._last_leader is not None
            self._last_leader = leader

    # --- what is done -------------------------------------------------------------------------

    def _note(self, index: int) -> None:
        """Note a decision, all that could be chosen, and what is."""
        match, reader = self.match, self.reader
        ask: Ask = match.state.ask
        asked = self.asked.setdefault((ask.decider, ask.kind), [0, 0])
        asked[0] += 1
        asked[1] += len(ask.options)
        question = reader.question(ask)
        cards = [reader.card(match, each) for each in range(len(ask.options))]
        answers = [reader.answer(match, each) for each in range(len(ask.options))]
        for card in {*cards} - {None}:
            self._card(ask.decider, str(card)).offered += 1
        for answer in {*answers} - {None}:
            self._choice(ask, question, str(answer))[0] += 1
        answer, card = answers[index], cards[index]
        if answer is not None:
            self._choice(ask, question, answer)[1] += 1
        self._playing = self._playing if card is None else (ask.decider, card)
        if card is not None:
            self._card(ask.decider, card).chosen += 1
        fate = self._fates.choose(match.state, ask, index, match.state.values[Program.ROUND])
        if fate is not None:
            self._meet(fate)

    def _meet(self, fate: Fate) -> None:
        """Note what has come of a card that was chosen."""
        card = self._card(fate.seat, fate.card)
        if not fate.is_played:
            card.discarded += 1
            return
        card.played += 1
        if card.first_played is None:
            card.first_played = fate.round

    def _choice(self, ask: Ask, question: str, answer: str) -> list[int]:
        return self.choices.setdefault((ask.decider, ask.kind, question, answer), [0, 0])

    def _read_log(self) -> None:
        """Count the events since the last look; resources count for the card that caused them."""
        for record in self.match.state.records(self._last_event):
            self._last_event = record.id
            self.events[record.event] += 1
            if self._first_actor is None and record.event.startswith("act:"):
                self._first_actor = record.me
            cause = self._causes.get(record.cause)
            if cause is None and record.event.startswith("act:"):
                cause = self._playing
            if cause is not None:
                self._causes[record.id] = cause
                for place, type_ in self.reader.amounts.get(record.event, ()):
                    self._card(*cause).moved += _total(record.arguments[place], type_)

    # --- rows ---------------------------------------------------------------------------------

    def rows(self, words: Sequence[str], decisions: int, fault: str) -> Rows:
        """Return all that is known of the match, at its end."""
        st, outcome = self.match.state, self.match.outcome
        seed, seats = self.match.began, range(self.match.machine.program.seats)
        seed = seed if isinstance(seed, int) else getattr(seed, "seed", 0)
        winners = outcome.winners if outcome is not None and not fault else ()
        kind = "fault" if fault or outcome is None else outcome.kind
        reason = fault or (outcome.reason if outcome is not None else "")
        ranks = outcome.rank if outcome is not None else ()
        has_rank = bool(self.match.machine.program.game.end.rank)
        first = self.first_player
        return {
            "matches": [(
                seed, decisions, st.values[Program.ROUND], kind, reason,
                None if first is None else first + 1,
                self.lead_changes if has_rank else None,
                self.led_since if self.leader is not None and winners == (self.leader,) else None,
            )],
            "seats": [(seed, seat + 1, words[seat], seat in winners) for seat in seats],
            "scores": [
                (seed, seat + 1, part, score)
                for seat, rank in enumerate(ranks)
                for part, score in enumerate(rank, 1)
            ],
            "cards": [
                (seed, seat + 1, id_, c.at_start, c.seen, c.offered, c.chosen, c.played,
                 c.first_played, c.discarded, c.claimed, c.moved)
                for (seat, id_), c in sorted(self.cards.items())
            ],
            "choices": [
                (seed, seat + 1, *key, *counts)
                for (seat, *key), counts in sorted(self.choices.items())
            ],
            "decisions": [
                (seed, seat + 1, kind, *counts)
                for (seat, kind), counts in sorted(self.asked.items())
            ],
            "events": [(seed, event, times) for event, times in sorted(self.events.items())],
        }  # fmt: skip


def _order(rank: Sequence[int | None]) -> tuple[float, ...]:
    return tuple(float("-inf") if part is None else part for part in rank)


def _total(value: Value, type_: t.Type) -> int:
    """Return how many resources a bag or an amount is."""
    if not value:
        return 0
    if isinstance(t.plain_type(type_), t.AmountOf):
        return Program.due(value)
    return total(abs(number) for _, number in value)
