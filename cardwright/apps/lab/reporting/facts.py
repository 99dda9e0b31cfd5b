"""Compute from a run's tables what designers want to know, with intervals and charts."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

from cardwright.apps.face.session import total
from cardwright.apps.lab.simulate.paired import found_among
from cardwright.apps.lab.simulate.play_out import wilson_interval
from cardwright.apps.lab.simulate.tables import TABLES, library
from dsl import Record

SURE = 0.999
"""How many of what a page says outright is true: it says a dozen things, of every game."""
LEAST = 20
"""Seats that must have held or played a card before anything is said of their wins."""


class Share(Record):
    """How many of how many, and between what the true share lies."""

    count: int
    number: int

    @property
    def share(self) -> float:
        """The share, from 0 to 1."""
        return self.count / self.number if self.number else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return wilson_interval(self.count, self.number)

    @property
    def sure(self) -> tuple[float, float]:
        """The interval outside which luck hardly leads: where a page says that something is so."""
        return wilson_interval(self.count, self.number, SURE)


class Standing(Record):
    """How those fare who had a card, in one of four ways.

    Attributes:
        by: How much more often they win than those without, and that it is no luck.
    """

    card: str
    had: Share
    by: float
    is_clear: bool


class CardUse(Record):
    """How often a card was held by somebody, could be chosen, was, and what came of it.

    Attributes:
        claimed: How often its state came to name a seat.
    """

    card: str
    held: int
    offered: int
    chosen: int
    played: int
    discarded: int
    claimed: int
    first_round: float | None


class Facts:
    """The numbers of one folder of tables.

    Raises:
        NoNumbers: DuckDB is not installed.
    """

    def __init__(self, folder: Path) -> None:
        self._base = library("duckdb").connect()
        self._standings: dict[str, list[Standing]] = {}
        for table in TABLES:
            path = str(folder / f"{table}.parquet").replace("'", "''")
            self._base.execute(f"create view {table} as select * from '{path}'")

    def ask(self, question: str) -> list[Any]:
        """Return the rows of an answer."""
        return list(self._base.execute(question).fetchall())

    def one(self, question: str) -> Any:
        """Return the first row of an answer."""
        return self.ask(question)[0]

    # --- who wins -----------------------------------------------------------------------------

    @property
    def matches(self) -> int:
        """How many there are."""
        return int(self.one("select count(*) from matches")[0])

    def wins_by_seat(self) -> list[tuple[int, Share]]:
        """Return how often each seat won."""
        rows = self.ask("select seat, sum(won::int), count(*) from seats group by 1 order by 1")
        return [(seat, Share(int(won), number)) for seat, won, number in rows]

    def wins_by_beginning(self) -> list[tuple[int, Share]]:
        """Return how often who began won, who came next, and so on; nothing where nobody did, or
        the same seat in every match: then it is what the seats tell."""
        if self.one("select count(distinct first_player) from matches")[0] < 2:
            return []
        players = self.one("select max(seat) from seats")[0]
        rows = self.ask(
            f"select (seat - first_player + {players}) % {players}, sum(won::int), count(*) "
            "from seats join matches using (match) where first_player is not null "
            "group by 1 order by 1"
        )
        return [(int(place) + 1, Share(int(won), number)) for place, won, number in rows]

    def together(self) -> Share | None:
        """Return how often all won, of a game in which all win or nobody does; else None."""
        rows = self.ask("select sum(won::int), count(*) from seats group by match")
        if len({number for _, number in rows}) != 1 or any(won not in (0, n) for won, n in rows):
            return None
        has_many = rows[0][1] > 1
        return Share(total(won > 0 for won, _ in rows), len(rows)) if has_many else None

    def endings(self) -> list[tuple[str, str, Share]]:
        """Return how matches ended, the most frequent first."""
        rows = self.ask(
            "select kind, reason, count(*) from matches group by all order by 3 desc, 1, 2"
        )
        return [(kind, reason, Share(number, self.matches)) for kind, reason, number in rows]

    def faults(self) -> list[tuple[int, str]]:
        """Return the first matches that went wrong, and why."""
        return self.ask(
            "select match, reason from matches where kind = 'fault' order by 1 limit 20"
        )

    def scores(self) -> list[int]:
        """Return what each seat had at the end of what counts first, the least first."""
        rows = self.ask("select score from scores where part = 1 and score is not null order by 1")
        return [int(score) for (score,) in rows]

    # --- how it goes --------------------------------------------------------------------------

    def lengths(self, column: str) -> tuple[Sequence[float], list[int]]:
        """Return least, middle, 19 of 20 and most of a column of the matches, and all of it."""
        row = self.one(
            f"select min({column}), median({column}), quantile_cont({column}, 0.95), max({column}) "
            "from matches"
        )
        return row, [number for (number,) in self.ask(f"select {column} from matches")]

    def branching(self) -> list[tuple[str, float, float]]:
        """Return by kind of decision how many a match has, and how many options each."""
        return self.ask(
            "select kind, sum(asked) / (select count(*) from matches), sum(options) / sum(asked) "
            "from decisions group by 1 order by 2 desc"
        )

    def a_round(self) -> float:
        """Return how many decisions a player has in a round; 0 for a game without rounds."""
        found = self.one(
            "select sum(asked) / sum(rounds) from (select match, seat, sum(asked) as asked "
            "from decisions group by all) join matches using (match) where rounds > 0"
        )[0]
        return float(found or 0)

    def lead(self) -> tuple[float, float, float] | None:
        """Return how often the lead changes in a match, the share of the decisions after which the
        winner leads for good in half of all matches, and in how many nobody leads before the end;
        None for a game without rank."""
        row = self.one(
            "select avg(lead_changes), median(decided_at / nullif(decisions, 0)), "
            "avg((decided_at is null)::int) from matches where kind = 'win'"
        )
        return None if row[0] is None or row[1] is None else row

    def decided(self) -> list[float]:
        """Return after which share of the decisions the winner led for good, by match."""
        rows = self.ask(
            "select decided_at / decisions from matches "
            "where decided_at is not null and decisions > 0"
        )
        return [share for (share,) in rows]

    # --- cards and choices --------------------------------------------------------------------

    def standings(self, having: str) -> list[Standing]:
        """Return how those fare who had a card, by `at_start`, `seen is not null`, `played > 0` or
        `claimed > 0`, the best first; all taken together, one run in a hundred finds a difference
        where none is.

        Who had it is held against the others of the same match: players of one match do not win
        independently of each other, matches do. Kept: a section is compared with those before.
        """
        if having not in self._standings:
            self._standings[having] = self._standings_of(having)
        return self._standings[having]

    def _standings_of(self, having: str) -> list[Standing]:
        rows = self.ask(
            "with whole as (select match, sum(won::int) as won, count(*) as number from seats "
            "group by 1), had as (select card, match, sum(won::int) as won, count(*) as number "
            f"from cards join seats using (match, seat) where {having} group by all) "
            "select card, sum(had.won), sum(had.number), "
            "avg(had.won / had.number - (whole.won - had.won) / (whole.number - had.number)), "
            "stddev_samp(had.won / had.number "
            "- (whole.won - had.won) / (whole.number - had.number)), count(*) "
            "from had join whole using (match) where had.number < whole.number "
            f"group by 1 having count(*) >= {LEAST} order by 1"
        )
        clear = found_among([_chance(by, spread, number) for *_, by, spread, number in rows])
        found = [
            Standing(card, Share(int(won), number), by, is_clear)
            for (card, won, number, by, *_), is_clear in zip(rows, clear, strict=True)
        ]
        return sorted(found, key=lambda each: (-each.by, each.card))

    def uses(self) -> dict[str, CardUse]:
        """Return how each card was used, by id."""
        rows = self.ask(
            "select card, count(distinct match) filter (seen is not null), sum(offered), "
            "sum(chosen), sum(played), sum(discarded), sum(claimed), median(first_played) "
            "from cards group by 1"
        )
        return {
            card: CardUse(card, held, int(offered), int(chosen), int(played), int(discarded),
                          int(claimed), first)
            for card, held, offered, chosen, played, discarded, claimed, first in rows
        }  # fmt: skip

    def claims(self) -> dict[str, list[int]]:
        """Return how often each seat came to be named by the state of a card, by its id; only what
        somebody claimed."""
        seats = self.one("select max(seat) from seats")[0]
        rows = self.ask(
            "select card, seat, sum(claimed) from cards group by all having sum(claimed) > 0"
        )
        found: dict[str, list[int]] = {}
        for card, seat, times in rows:
            found.setdefault(card, [0] * seats)[seat - 1] = int(times)
        return found

    def actions(self) -> dict[str, int]:
        """Return how often each action was taken, asked for or not, by id."""
        return {
            event.removeprefix("act:"): times
            for event, times in self.events().items()
            if event.startswith("act:")
        }

    def answers(self) -> list[tuple[str, str, str, int, int]]:
        """Return what could be chosen and what was: kind, question, answer, how often each."""
        rows = self.ask(
            "select kind, question, answer, sum(offered), sum(taken) from choices group by all "
            "order by kind, question, answer"
        )
        return [(kind, q, answer, int(o), int(t)) for kind, q, answer, o, t in rows]

    def events(self) -> dict[str, int]:
        """Return how often each event happened."""
        rows = self.ask("select event, sum(times) from events group by 1")
        return {event: int(times) for event, times in rows}


def _chance(by: float, spread: float, number: int) -> float:
    """Return how likely a mean so far from nothing is by luck alone."""
    if spread == 0:
        return 1.0 if by == 0 else 0.0
    return 2 * NormalDist().cdf(-abs(by) / spread * sqrt(number))


INK, ACCENT, SOFT = "#23201c", "#7a4a1d", "#d9c7ae"
WIDTH: Final = 560
_FONT = "system-ui, 'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif"


def shares(rows: Sequence[tuple[str, Share]], fair: float | None, axis: str) -> str:
    """Return bars of shares with their intervals; a line stands where a fair share is."""
    alt = library("altair")
    values = [
        {"who": who, "share": share.share, "low": share.interval[0], "high": share.interval[1]}
        for who, share in rows
    ]
    widest = max(0.05, *(share.interval[1] for _, share in rows))
    order = [who for who, _ in rows]
    base = alt.Chart(alt.Data(values=values)).encode(
        y=alt.Y("who:N", sort=order, title=None, axis=alt.Axis(labelLimit=220))
    )
    scale = alt.Scale(domain=[0, min(1.0, widest * 1.05)])
    x = alt.X("share:Q", scale=scale, title=axis, axis=alt.Axis(format=".0%", tickMinStep=0.01))
    bars = base.mark_bar(color=SOFT).encode(x=x)
    lines = base.mark_rule(color=ACCENT, strokeWidth=2).encode(x="low:Q", x2="high:Q")
    points = base.mark_point(color=ACCENT, filled=True, size=45).encode(x="share:Q")
    layers = [bars, lines, points]
    if fair is not None:
        fair_line = alt.Chart(alt.Data(values=[{"fair": fair}]))
        layers.append(fair_line.mark_rule(strokeDash=[4, 4], color=INK).encode(x="fair:Q"))
    return _svg(alt.layer(*layers), max(60, 26 * len(rows)))


def histogram(numbers: Sequence[float], axis: str, up: str, is_share: bool = False) -> str:
    """Return how often numbers are how large."""
    alt = library("altair")
    low, high = (0.0, 1.0) if is_share else (min(numbers), max(numbers) + 1)
    width = (high - low) / 20 if is_share else max(1, -(-(high - low) // 40))
    counts: dict[int, int] = {}
    for number in numbers:
        place = min(int((number - low) / width), 19) if is_share else int((number - low) // width)
        counts[place] = counts.get(place, 0) + 1
    bins = [
        {"from": low + place * width, "to": low + (place + 1) * width, "count": count}
        for place, count in sorted(counts.items())
    ]
    format_ = ".0%" if is_share else ",.0f"
    x = alt.X("from:Q", title=axis, axis=alt.Axis(format=format_))
    chart = alt.Chart(alt.Data(values=bins)).mark_rect(color=SOFT, stroke=ACCENT, strokeWidth=0.5)
    chart = chart.encode(x=x, x2="to:Q", y=alt.Y("count:Q", title=up), y2=alt.value(170))
    return _svg(chart, 170)


def _svg(chart: Any, height: int) -> str:
    """Return a chart as SVG text."""
    room = {"left": 60, "top": 5, "right": 30, "bottom": 5}  # text may be wider than it is measured
    axis = {"labelFlush": False, "labelSeparation": 12}  # no label is pushed upon another
    config = {
        "font": _FONT, "padding": room, "background": "transparent", "view": {"stroke": None},
        "axis": axis,
    }  # fmt: skip
    told = chart.properties(width=WIDTH, height=height).configure(**config).to_dict()
    return str(library("vl_convert").vegalite_to_svg(told))
