"""Seat bots at matches, play them against each other, seats rotated, and rate them.

A bot that does not do its part is told, counted and at last replaced. A rating is the strength of a
bot in the model of Bradley and Terry: how often one beats another follows from the difference, 400
points being ten to one. In a match of several each pair of bots counts as having played. The
interval is that of 95 of 100 leagues drawn anew from the matches.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, cycle, islice
from math import fsum, log10
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from msgspec import convert
from msgspec.structs import asdict

from cardwright import Draft, Game, Match
from cardwright.apps.face.session import going_round, total
from cardwright.apps.policies.endless import LONGEST, without_end
from cardwright.apps.policies.policies import POLICIES, Policy
from cardwright.apps.programs import protocol
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
        self._line: protocol.Line | None = None
        if bot not in POLICIES:
            self._begin(bot)

    def _begin(self, bot: str) -> None:
        try:
            self._line = protocol.connected(bot, is_heard=self.table.hears)
            self._send(
                protocol.hello(self.match, self.seat, self.table.seconds), self.table.seconds
            )
        except protocol.Misconduct as misconduct:
            self._note(misconduct)

    def _send(self, message: dict[str, Any], seconds: float) -> None:
        if self._line is not None:
            self._line.send(protocol.written(message), monotonic() + seconds)

    def choose(self, random: Random) -> int:
        """Return the index of an option: the bot's, or the stand-in's where it gives none."""
        if self._line is not None:
            try:
                return self._answer(self._line)
            except protocol.Misconduct as misconduct:
                self._note(misconduct)
        return self._policy(self.match, random)

    def _answer(self, line: protocol.Line) -> int:
        """Return what the bot answers.

        Raises:
            Misconduct: It does not.
        """
        self._asked += 1
        question = protocol.ask(
            self.match, self.seat, self._asked, self.table.seconds, self._news.new()
        )
        labels = [option["label"] for option in question["options"]]
        deadline = monotonic() + self.table.seconds
        line.send(protocol.written(question), deadline)
        for each in line.lines(deadline):
            index = protocol.answered(each, self._asked, labels)
            if index is not None:
                return index
            self.conduct["stale"] += 1
        raise AssertionError("lines end by raising")

    def _note(self, misconduct: protocol.Misconduct) -> None:
        """Count a misconduct and tell the bot; replace it where it is enough."""
        self.conduct[misconduct.kind] += 1
        self.details.setdefault(misconduct.kind, misconduct.detail)
        faults = total(self.conduct.values()) - self.conduct["stale"]
        is_replaced = misconduct.kind in AT_ONCE or faults >= MOST_FAULTS
        try:
            self._send(protocol.told(misconduct, is_replaced), TELL_SECONDS)
        except protocol.Misconduct:
            is_replaced = True
        if is_replaced:
            self.conduct["replaced"] += 1
            self.leave()

    def end(self) -> None:
        """Report to the bot how the match ended, and part."""
        try:
            self._send(protocol.over(self.match, self.seat), TELL_SECONDS)
        except protocol.Misconduct:
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


MIDDLE, SCALE = 1500.0, 400.0
ROUNDS = 200
"""Steps towards the strengths that fit best."""
SAMPLES = 200
"""Leagues drawn anew."""
DRAWN = 0.5
"""Every two bots that met count as having drawn so often beside: nobody is infinitely strong."""

Pairs = Mapping[tuple[str, str], float]
"""By winner and loser how often one has beaten the other; a draw counts half for each."""


class Row(Record, kw_only=True):
    """What is known of a bot.

    Attributes:
        low, high: The ends of the interval of the rating.
        conduct: How often it did which wrong.
    """

    bot: str
    matches: int
    wins: int
    rating: float
    low: float
    high: float
    conduct: dict[str, int]


def pairings(bots: Sequence[str], players: int) -> Iterator[tuple[str, ...]]:
    """Yield who plays together, each group once in every rotation of its seats."""
    seats = bots if len(bots) >= players else tuple(islice(cycle(bots), players))
    for group in combinations(seats, players):
        for turn in range(players):
            yield (*group[turn:], *group[:turn])


def run(
    table: Table, bots: Sequence[str], players: int, rounds: int, seed: int, file: Path | None,
    tell: Callable[[Played], None] = lambda played: None,
) -> list[Played]:  # fmt: skip
    """Play all pairings so many times and return the matches.

    Args:
        file: Where the matches are kept, a line each; those that are there are not played again.
        tell: Is given each match that has been played now.
    """
    known = {(each.seed, each.bots): each for each in kept(file, table.game)}
    found = []
    for each in going_round(range(seed, seed + rounds)):
        for group in pairings(bots, players):
            played = known.get((each, group))
            if played is None:
                played = play(table, group, each)
                if file is not None:
                    line = {"game": _game(table.game), **asdict(played)}
                    Draft.append(file, json.dumps(line, ensure_ascii=False))
                tell(played)
            found.append(played)
    return found


def kept(file: Path | None, game: Game) -> list[Played]:
    """Return the matches of a game that are kept in a file.

    Raises:
        ValueError: The file holds something else.
    """
    if file is None or not file.exists():
        return []
    found = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        try:
            data = json.loads(line)
            about = data.pop("game")
            played = convert(data, Played)
            seats = range(len(played.bots))
            if not len(played.scores) == len(played.conduct) == len(seats) >= len(played.winners):
                raise ValueError("not one entry a seat")
            if any(seat not in seats for seat in played.winners):
                raise ValueError("no such seat")
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ValueError(f"{file}:{number} is no match of a league") from None
        if about == _game(game):
            found.append(played)
    return found


def _game(game: Game) -> str:
    """Return what tells a game with its options from others."""
    options = ",".join(f"{id_}={value}" for id_, value in sorted(game.options.items()))
    return f"{game.id} {game.model.digest} {options}"


# --- ratings --------------------------------------------------------------------------------------


def ratings(matches: Sequence[Played], seed: int = 0) -> list[Row]:
    """Return all bots, the strongest first."""
    bots = sorted({bot for each in matches for bot in each.bots})
    found = strengths(bots, beaten(matches))
    random = Random(seed)
    drawn = [
        strengths(bots, beaten(random.choices(matches, k=len(matches)))) for _ in range(SAMPLES)
    ]
    rows = []
    for bot in bots:
        spread = sorted(each[bot] for each in drawn)
        low, high = spread[SAMPLES // 40], spread[-1 - SAMPLES // 40]
        rows.append(_row(bot, matches, found[bot], low, high))
    return sorted(rows, key=lambda row: (-row.rating, row.bot))


def _row(bot: str, matches: Sequence[Played], rating: float, low: float, high: float) -> Row:
    seated = [(each, seat) for each in matches for seat, b in enumerate(each.bots) if b == bot]
    conduct: Counter[str] = Counter()
    for each, seat in seated:
        conduct.update(each.conduct[seat])
    return Row(
        bot=bot,
        matches=len(seated),
        wins=total(seat in each.winners for each, seat in seated),
        rating=rating,
        low=min(low, rating),
        high=max(high, rating),
        conduct=dict(sorted(conduct.items())),
    )


def beaten(matches: Sequence[Played]) -> Pairs:
    """Return how often each bot has beaten each other; who both won or both lost have drawn."""
    found: dict[tuple[str, str], float] = defaultdict(float)
    for each in matches:
        for a, b in combinations(range(len(each.bots)), 2):
            first, second = each.bots[a], each.bots[b]
            if first == second:
                continue
            share = 0.5 + 0.5 * ((a in each.winners) - (b in each.winners))
            found[first, second] += share
            found[second, first] += 1 - share
    return found


def strengths(bots: Sequence[str], pairs: Pairs) -> dict[str, float]:
    """Return the ratings that fit best (Hunter, MM algorithms for generalized Bradley-Terry
    models, 2004, eq. 3)."""
    games: dict[str, dict[str, float]] = {bot: {} for bot in bots}
    won = dict.fromkeys(bots, 0.0)
    for first, second in combinations(bots, 2):
        wins, losses = pairs.get((first, second), 0.0), pairs.get((second, first), 0.0)
        if wins + losses:
            games[first][second] = games[second][first] = wins + losses + 2 * DRAWN
            won[first] += wins + DRAWN
            won[second] += losses + DRAWN
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        for bot in bots:
            met = games[bot].items()
            if met:
                weight = fsum(n / (strength[bot] + strength[other]) for other, n in met)
                strength[bot] = won[bot] / weight
    found = {bot: SCALE * log10(strength[bot]) for bot in bots}
    middle = fsum(found.values()) / max(1, len(found))
    return {bot: MIDDLE + value - middle for bot, value in found.items()}
