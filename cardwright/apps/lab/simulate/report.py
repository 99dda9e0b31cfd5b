"""Show what came of a simulation, to people and to programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

import cardwright
from cardwright import Options, __version__
from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import Session
from cardwright.apps.lab.simulate.run import Plan, Sample
from cardwright.apps.lab.simulate.tally import OutcomeKey, is_known, wilson_interval


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
