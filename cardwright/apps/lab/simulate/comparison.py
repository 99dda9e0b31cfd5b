"""Report a simulation, and how versions of a game differ, for people and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click

import cardwright
from cardwright import Options, __version__
from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import Session, total
from cardwright.apps.lab.simulate import paired
from cardwright.apps.lab.simulate.paired import Difference, Result, difference
from cardwright.apps.lab.simulate.play_out import OutcomeKey, is_known, wilson_interval
from cardwright.apps.lab.simulate.run import Plan, Sample
from dsl import Record

POINTS = 100
"""Shares are told in points of a hundred."""


class Measure(Record):
    """A number of a game in both versions.

    Attributes:
        key: The text that names it: `seat-wins`, `card-wins`, `decisions-each`, `seat-score`.
        who: The seat or card it is of; empty for none.
        is_share: Whether it is told in points of a hundred.
    """

    key: str
    who: str
    difference: Difference
    is_share: bool

    @property
    def is_clear(self) -> bool:
        """Whether its interval leaves out no difference."""
        low, high = self.difference.interval()
        return low > 0 or high < 0


class Comparison(Record):
    """How two versions differ."""

    names: tuple[str, str]
    number: int
    faults: tuple[int, int]
    measures: tuple[Measure, ...]

    def plain(self) -> dict[str, Any]:
        """Return it as one plain object."""
        return {
            "first": self.names[0],
            "second": self.names[1],
            "matches": self.number,
            "faults": list(self.faults),
            "measures": [
                {"measure": each.key, "who": each.who, **_numbers(each.difference, 1)}
                for each in self.measures
            ],
        }

    def show(self, session: Session) -> None:
        """Print the table, then what can be told in a sentence a number."""
        title = session.say("compare-title", first=self.names[0], second=self.names[1],
                            number=f"{self.number:,}")  # fmt: skip
        heads = ["", "A", "B", session.say("compare-by"), session.say("interval", level="95")]
        rows = []
        for each in self.measures:
            found = each.difference
            if found.number:
                ends = " – ".join(_signed(each, end) for end in found.interval())
                numbers = _shown(each, found.first), _shown(each, found.second)
                rows.append([_named(session, each), *numbers, _signed(each, found.by), ends])
        show_table(heads, rows, title=title, right=(1, 2, 3, 4))
        session.tell("compare-short", what=self._in_short(session))
        for each in self.measures:
            _tell(session, each)
        if any(self.faults):
            session.tell("compare-faults", first=self.faults[0], second=self.faults[1])

    def _in_short(self, session: Session) -> str:
        """Return what clearly changed, in one sentence."""
        changed = [each for each in self.measures if each.difference.number and each.is_clear]
        if not changed:
            return session.say("compare-nothing")
        told = [
            session.say("compare-more" if each.difference.by > 0 else "compare-less",
                        what=_named(session, each), by=_signed(each, abs(each.difference.by))
                        .lstrip("+"))
            for each in changed
        ]  # fmt: skip
        return ("、" if session.lang == "ja" else "; ").join(told)


class Knockouts(Record):
    """What each card is worth: how the game differs without it."""

    name: str
    number: int
    cards: tuple[tuple[str, Difference, Difference, bool], ...]
    faulty: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        """Return it as one plain object."""
        return {
            "game": self.name,
            "matches": self.number,
            "cards": [
                {"card": card, "found": is_found, "holder": _numbers(wins, POINTS),
                 "decisions": _numbers(length, 1)}
                for card, wins, length, is_found in self.cards
            ],
            "faulty": list(self.faulty),
        }  # fmt: skip

    def show(self, session: Session) -> None:
        """Print the cards, those that matter most first."""
        heads = [
            session.say(key)
            for key in (
                "card",
                "compare-held",
                "compare-worth",
                "compare-between",
                "compare-longer",
            )
        ]
        level = 1 - paired.FAMILY / max(1, len(self.cards))
        rows = []
        for card, wins, length, _ in self.cards:
            low, high = wins.interval(level)  # all cards of the table taken together
            between = f"{_plus(-high * POINTS)} – {_plus(-low * POINTS)}"
            worth = _plus(-wins.by * POINTS)
            rows.append([card, f"{wins.number:,}", worth, between, _plus(-length.by)])
        title = session.say("compare-each-title", game=self.name, number=f"{self.number:,}")
        show_table(heads, rows, title=title, right=(1, 2, 3, 4))
        found = [card for card, _, _, is_found in self.cards if is_found]
        key = "compare-found" if found else "compare-none"
        session.tell(key, cards=", ".join(found), number=len(self.cards))
        if self.faulty:
            session.tell("compare-faulty", cards=", ".join(self.faulty))


def _plus(number: float, places: int = 1) -> str:
    """Return a number with its sign; nothing is more or less than nothing."""
    return f"{round(number, places) + 0.0:+,.{places}f}"


def compared(
    plans: Sequence[Plan], results: Sequence[Sequence[Result]], names: tuple[str, str]
) -> Comparison:
    """Return how two versions differ; where cards were left out, for whoever held them, too."""
    first, second = results
    seats = range(plans[0].players)
    found = [
        Measure("seat-wins", str(seat + 1), paired.wins(first, second, seat), True)
        for seat in seats
    ]
    for card in plans[1].without:
        worth = paired.wins_of_holders(first, second, card)
        found.append(Measure("card-wins", card, worth, True))
    found.append(Measure("decisions-each", "", paired.decisions(first, second), False))
    found += [
        Measure("seat-score", str(seat + 1), paired.scores(first, second, seat), False)
        for seat in seats
    ]
    return Comparison(names, len(first), (_faults(first), _faults(second)), (*found,))


def versus(plans: Sequence[Plan], results: Sequence[Sequence[Result]], policy: str) -> Comparison:
    """Return how a policy does in one seat against the rest, over all seats in turn."""
    first, *others = results
    seats = range(plans[0].players)
    alone = [total(each.wins) / len(each.wins) for each in first]
    turns = zip(*others, strict=True)
    instead = [total(each[seat].wins[seat] for seat in seats) / len(seats) for each in turns]
    found = [Measure("policy-wins", policy, difference(alone, instead, is_share=True), True)]
    found += [
        Measure("seat-wins", str(seat + 1), paired.wins(first, others[seat], seat), True)
        for seat in seats
    ]
    faults = _faults(first), total(map(_faults, others))
    return Comparison((plans[0].policy, policy), len(first), faults, (*found,))


def knocked_out(
    plan: Plan, first: Sequence[Result], others: Iterable[tuple[str, Sequence[Result]]]
) -> Knockouts:
    """Return what each card is worth to who holds it, and to the length of matches."""
    rows, faulty = [], []
    usual = _faults(first)
    for card, second in others:
        if _faults(second) > usual:
            faulty.append(card)
            continue
        worth = paired.wins_of_holders(first, second, card)
        rows.append((card, worth, paired.decisions(first, second)))
    is_found = paired.found_among([worth.chance for _, worth, _ in rows])
    told = [(*row, found) for row, found in zip(rows, is_found, strict=True)]
    told.sort(key=lambda row: (not row[3], row[1].by))
    return Knockouts(plan.package.id, len(first), (*told,), (*faulty,))


def _faults(results: Sequence[Result]) -> int:
    return total(each.is_fault for each in results)


def _named(session: Session, each: Measure) -> str:
    return session.say(each.key, who=each.who)


def _shown(each: Measure, number: float) -> str:
    return f"{number:.1%}" if each.is_share else f"{number:,.2f}"


def _signed(each: Measure, number: float) -> str:
    return _plus(number * POINTS) if each.is_share else _plus(number, 2)


def _tell(session: Session, each: Measure) -> None:
    """Print what can be told of a number."""
    found = each.difference
    if not found.number:
        return
    low, high = found.interval()
    slots: dict[str, Any] = {
        "what": _named(session, each),
        "by": _signed(each, found.by),
        "low": _signed(each, low),
        "high": _signed(each, high),
        "most": _signed(each, max(abs(low), abs(high))).lstrip("+"),
        "matches": f"{found.number:,}",
        "alone": f"{found.matches_without_pairs:,}",
    }
    key = "compare-differs" if each.is_clear else "compare-same"
    if low == high:
        key = "compare-always" if found.by else "compare-never"
    session.tell(key, **slots)


def _numbers(found: Difference, scale: float) -> dict[str, Any]:
    low, high = found.interval()
    numbers = {"first": found.first, "second": found.second, "by": found.by, "low": low,
               "high": high}  # fmt: skip
    return {
        "matches": found.number,
        **{key: round(number * scale, 6) for key, number in numbers.items()},
        "chance": found.chance,
        "unpaired_matches": found.matches_without_pairs,
    }


def as_plain(plan: Plan, sample: Sample, names: Sequence[str]) -> dict[str, Any]:
    """Return a simulation as one plain object."""
    tally, seconds = sample.tally, max(sample.seconds, 1e-9)
    found = {}
    for key, count in sorted(sample.tally.outcomes.items(), key=lambda pair: (-pair[1], pair[0])):
        found[outcome_label(key, names)] = _share(count, sample)
    return {
        "game": plan.package.id,
        "players": plan.players,
        "policy": plan.policy,
        "policies": list(plan.policies),
        "seed": plan.seed,
        "matches": tally.matches,
        "decisions": tally.decisions,
        "seconds": round(sample.seconds, 6),
        "matches_per_second": round(tally.matches / seconds, 3),
        "decisions_per_second": round(tally.decisions / seconds, 3),
        "length": {
            "mean": round(tally.decisions / max(1, tally.matches), 3),
            "min": min(tally.lengths, default=0),
            "median": tally.length_at(0.5),
            "p95": tally.length_at(0.95),
            "max": max(tally.lengths, default=0),
        },
        "outcomes": found,
        "level": sample.level,
        "wins": {name: _share(tally.wins(seat), sample) for seat, name in enumerate(names)},
        "faults": len(tally.faults),
        "fault_list": [
            {"seed": each.seed, "decisions": each.decisions, "reason": each.reason}
            for each in tally.faults
        ],
        "interrupted": sample.interrupted,
        **(
            {}
            if plan.until is None
            else {
                "until": plan.until,
                "known": is_known(tally, plan.players, plan.until),
            }
        ),
    }


def told_of(plan: Plan) -> dict[str, Any]:
    """Return what a folder of tables tells of its run, so that it can be played again."""

    model = plan.game().model
    return {
        "game": plan.package.id,
        "version": model.manifest.version,
        "digest": model.digest,
        "options": Options(model).plain(plan.game().settings(plan.players)),
        "players": plan.players,
        "policies": list(plan.policies),
        "iterations": plan.budget.iterations if plan.budget else None,
        "seconds": plan.budget.seconds if plan.budget else None,
        "seed": plan.seed,
        "cardwright": __version__,
    }


def _share(count: int, sample: Sample) -> dict[str, Any]:
    """Return a count with its share of the matches and the interval of that."""
    low, high = wilson_interval(count, sample.tally.matches, sample.level)
    return {
        "count": count,
        "share": round(count / max(1, sample.tally.matches), 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }


def outcome_label(key: OutcomeKey, names: Sequence[str]) -> str:
    """Return a short text for an outcome, the same in every language: `win ada`."""
    kind, winners, reason = key
    who = "+".join(names[seat] for seat in winners)
    return " ".join(part for part in (kind, who, f"({reason})" if reason else "") if part)


def show(session: Session, plan: Plan, sample: Sample, names: Sequence[str]) -> None:
    """Print the tables of a simulation."""
    plain = as_plain(plan, sample, names)
    length = plain["length"]
    rows = [
        [session.say("matches"), f"{plain['matches']:,}"],
        [session.say("seconds"), f"{sample.seconds:.2f}"],
        [session.say("matches-per-second"), f"{plain['matches_per_second']:,.1f}"],
        [session.say("decisions-per-second"), f"{plain['decisions_per_second']:,.0f}"],
        [session.say("length"), session.say("length-line", **length)],
        [session.say("faults"), str(plain["faults"])],
    ]
    model = cardwright.load(plan.package, cache=plan.session.cache).model
    words = (
        f"-o {id_}={Options(model).text(model.options[id_], value)}"
        for id_, value in plan.options.items()
    )
    title = session.say(
        "sim-title",
        game=" ".join((plan.package.id, *words)),
        players=plan.players,
        policy=plan.policy,
        seed=plan.seed,
    )
    show_table(["", ""], rows, title=title)
    level = f"{sample.level * 100:g}"
    for head, rows_by_label in (("outcome", plain["outcomes"]), ("wins", plain["wins"])):
        heads = [session.say(head), session.say("matches"), session.say("share")]
        heads.append(session.say("interval", level=level))
        rows = [
            [label, f"{r['count']:,}", f"{r['share']:.1%}", f"{r['low']:.1%} – {r['high']:.1%}"]
            for label, r in rows_by_label.items()
        ]
        if rows:
            click.echo()
            show_table(heads, rows, right=(1, 2, 3))
    if plan.until is not None:
        key = "until-known" if plain["known"] else "until-open"
        session.tell(key, half=f"{plan.until * 100:g}", matches=f"{plain['matches']:,}")
    for fault in sample.tally.faults:
        session.tell("fault-line", seed=fault.seed, after=fault.decisions, reason=fault.reason)
