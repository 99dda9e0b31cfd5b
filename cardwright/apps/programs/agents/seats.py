"""Seat bots at a match: whoever does not do its part is told, counted and at last replaced."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import monotonic
from typing import Any

from cardwright import Game, Match
from cardwright.apps.face.process import total
from cardwright.apps.policies.endless import LONGEST, without_end
from cardwright.apps.policies.policies import POLICIES, Policy
from cardwright.apps.programs.agents.protocol import (
    Line,
    Misconduct,
    answered,
    ask,
    connected,
    hello,
    over,
    told,
    written,
)
from dsl import Record

MOST_FAULTS = 3
"""After so many answers that did not count a bot is replaced for the rest of the match."""
AT_ONCE = frozenset({"absent", "crashed", "deaf", "flood"})
"""What replaces a bot at once: nothing more can be expected of it."""
TELL_SECONDS = 1.0


class Table(Record, kw_only=True):
    """What is played.

    Attributes:
        seconds: How long a bot may take for an answer.
        stand_in: The policy that answers where a bot does not.
        hears: Whether what bots write to their standard error goes to ours.
    """

    game: Game
    seconds: float = 5.0
    stand_in: str = "random"
    hears: bool = False


class Played(Record, kw_only=True):
    """What came of a match.

    Attributes:
        bots: By seat.
        scores: By seat; the winners' seats.
        conduct: For each seat how often what happened; `replaced` among it.
        details: For each seat what was seen of each misconduct when it came first, in words.
        choices: The indexes taken, the first first.
    """

    seed: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    outcome: str
    conduct: tuple[dict[str, int], ...]
    choices: tuple[int, ...]
    details: tuple[dict[str, str], ...] = ()


class Seat:
    """A bot at a match, or the policy that a word names.

    Attributes:
        conduct: How often which misconduct was seen.
        details: What was seen of it first.
    """

    def __init__(self, table: Table, match: Match, seat: int, bot: str) -> None:
        self.table, self.match, self.seat = table, match, seat
        self.conduct: Counter[str] = Counter()
        self.details: dict[str, str] = {}
        self._policy: Policy = POLICIES[bot if bot in POLICIES else table.stand_in]
        self._news, self._asked = match.follow(seat), 0
        self._line: Line | None = None
        if bot not in POLICIES:
            self._begin(bot)

    def _begin(self, bot: str) -> None:
        try:
            self._line = connected(bot, is_heard=self.table.hears)
            self._send(hello(self.match, self.seat, self.table.seconds), self.table.seconds)
        except Misconduct as misconduct:
            self._note(misconduct)

    def _send(self, message: dict[str, Any], seconds: float) -> None:
        if self._line is not None:
            self._line.send(written(message), monotonic() + seconds)

    def choose(self, random: Random) -> int:
        """Return the index of an option: the bot's, or the stand-in's where it gives none."""
        if self._line is not None:
            try:
                return self._answer(self._line)
            except Misconduct as misconduct:
                self._note(misconduct)
        return self._policy(self.match, random)

    def _answer(self, line: Line) -> int:
        """Return what the bot answers.

        Raises:
            Misconduct: It does not.
        """
        self._asked += 1
        question = ask(self.match, self.seat, self._asked, self.table.seconds, self._news)
        labels = [option["label"] for option in question["options"]]
        deadline = monotonic() + self.table.seconds
        line.send(written(question), deadline)
        for each in line.lines(deadline):
            index = answered(each, self._asked, labels)
            if index is not None:
                return index
            self.conduct["stale"] += 1
        raise AssertionError("lines end by raising")

    def _note(self, misconduct: Misconduct) -> None:
        """Count a misconduct and tell the bot; replace it where it is enough."""
        self.conduct[misconduct.kind] += 1
        self.details.setdefault(misconduct.kind, misconduct.detail)
        faults = total(self.conduct.values()) - self.conduct["stale"]
        is_replaced = misconduct.kind in AT_ONCE or faults >= MOST_FAULTS
        try:
            self._send(told(misconduct, is_replaced), TELL_SECONDS)
        except Misconduct:
            is_replaced = True
        if is_replaced:
            self.conduct["replaced"] += 1
            self.leave()

    def end(self) -> None:
        """Report to the bot how the match ended, and part."""
        try:
            self._send(over(self.match, self.seat), TELL_SECONDS)
        except Misconduct:
            self.conduct["crashed"] += 1
        self.leave()

    def leave(self) -> None:
        """Part from the bot."""
        if self._line is not None:
            self._line.close()
            self._line = None


def play(table: Table, bots: tuple[str, ...], seed: int) -> Played:
    """Play a match between bots and policies to its end, whatever they do."""
    match = table.game.start(len(bots), seed)
    seats: list[Seat] = []
    try:
        for seat, bot in enumerate(bots):
            seats.append(Seat(table, match, seat, bot))
        random = Random(f"stand-in {seed}")
        for number in range(LONGEST + 1):
            decision = match.decision
            if decision is None:
                break
            if reason := without_end(match, number):
                match.call_off(reason)
                break
            match.apply(seats[decision.player].choose(random))
        for each in seats:
            each.end()
    finally:
        for each in seats:
            each.leave()
    return Played(
        seed=seed,
        bots=bots,
        scores=match.scores,
        winners=match.outcome.winners if match.outcome else (),
        outcome=match.outcome.kind if match.outcome else "draw",
        conduct=tuple(dict(each.conduct) for each in seats),
        choices=match.choices,
        details=tuple(each.details for each in seats),
    )
