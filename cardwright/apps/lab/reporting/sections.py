"""Write the results of a run in sentences, charts and tables: one section a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from math import fsum
from typing import Final, TypeAlias

from cardwright.apps.face.session import total
from cardwright.apps.lab.reporting.facts import Share, histogram, shares
from cardwright.apps.lab.reporting.run import MOST_NAMED, Run, summary, unused
from cardwright.apps.policies.policies import GREEDY, RANDOM
from dsl import Language, Record

Cell: TypeAlias = str | int | float | None
MOST_LISTED = 60


class Section(Record, kw_only=True):
    """A question with its answer.

    Attributes:
        lists: Headings with what stands under them.
        heads, rows: Of the table, none where there is none.
    """

    id: str
    title: str
    sentences: tuple[str, ...]
    chart: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()


def sections(run: Run) -> Iterator[Section]:
    """Yield all sections that have something to say."""
    for make in _ALL:
        found = make(run)
        if found is not None:
            yield found


def percent(share: float) -> str:
    """Return a share as people read it."""
    return f"{share:.1%}"


def _ends(share: Share) -> dict[str, str]:
    low, high = share.interval
    return {"share": percent(share.share), "low": percent(low), "high": percent(high)}


def _row(name: str, share: Share) -> tuple[Cell, ...]:
    low, high = map(percent, share.interval)
    return name, share.number, percent(share.share), f"{low} – {high}"


def _heads(run: Run, first: str) -> tuple[str, ...]:
    return first, run.say("matches"), run.say("wins"), run.say("between")


def _summary(run: Run) -> Section:
    return Section(id="summary", title=run.say("h-summary"), sentences=(*summary(run),))


def _wins(run: Run) -> Section:
    facts, together = run.facts, run.facts.together()
    seats = [(run.say("seat", n=seat), share) for seat, share in facts.wins_by_seat()]
    if together is not None or len(seats) == 1:
        key = "wins-alone" if together is None else "wins-together"
        share = seats[0][1] if together is None else together
        return Section(
            id="wins", title=run.say("h-wins"), sentences=(run.say(key, **_ends(share)),)
        )
    best, worst = (pick(seats, key=lambda s: s[1].share) for pick in (max, min))
    is_clear = best[1].sure[0] > worst[1].sure[1]
    told = run.say("wins-uneven", best=best[0], worst=worst[0], other=percent(worst[1].share),
                   **_ends(best[1])) if is_clear else run.say("wins-even")  # fmt: skip
    return Section(
        id="wins",
        title=run.say("h-wins"),
        sentences=(told,),
        chart=shares(seats, _fair(seats), run.say("wins-axis")),
        heads=_heads(run, ""),
        rows=tuple(_row(*each) for each in seats),
    )


def _fair(seats: Sequence[tuple[str, Share]]) -> float:
    return fsum(share.share for _, share in seats) / len(seats)


def _began(run: Run) -> Section | None:
    found = run.facts.wins_by_beginning()
    if len(found) < 2 or run.facts.together() is not None:
        return None
    rows = [(run.say("place", n=place), share) for place, share in found]
    fair, (low, high) = _fair(rows), rows[0][1].sure
    verdict = "helps" if low > fair else "hurts" if high < fair else "no-matter"
    told = run.say("began-helps", fair=percent(fair), verdict=run.say(verdict), **_ends(rows[0][1]))
    return Section(
        id="began",
        title=run.say("h-began"),
        sentences=(told,),
        chart=shares(rows, fair, run.say("wins-axis")),
        heads=_heads(run, ""),
        rows=tuple(_row(*each) for each in rows),
    )


def _settings(run: Run) -> Section | None:
    if not run.settings:
        return None
    named = [
        (run.called.setting(words) if words else run.say("as-is"), share)
        for words, share in run.settings
    ]
    return Section(
        id="settings",
        title=run.say("h-settings"),
        sentences=(run.say("settings-say", n=f"{run.settings[0][1].number:,}"),),
        chart=shares(named, None, run.say("wins-axis")),
        heads=_heads(run, ""),
        rows=tuple(_row(*each) for each in named),
    )


_LENGTHS: Final = ("length-say", "length-by", "length-all")
_ROUNDS: Final = ("rounds-say", "rounds-by", "rounds-all")
"""For numbers of which one in twenty is larger, for those of which none is, for one number."""


def _length(run: Run) -> Section:
    found, numbers = run.facts.lengths("decisions")
    told = [_spread(run, _LENGTHS, found)]
    rounds, _ = run.facts.lengths("rounds")
    if rounds[-1]:
        told.append(_spread(run, _ROUNDS, rounds))
    chart = histogram(numbers, run.say("decisions"), run.say("matches-axis"))
    return Section(id="length", title=run.say("h-length"), sentences=(*told,), chart=chart)


def _spread(run: Run, keys: Sequence[str], found: Sequence[float]) -> str:
    """Return in a sentence how numbers lie: the least, the middle, 19 of 20 and the most."""
    least, median, p95, most = (f"{number:,.0f}" for number in found)
    key = keys[2] if least == most else keys[1] if p95 == most else keys[0]
    return run.say(key, least=least, median=median, p95=p95, most=most)


def _decisions(run: Run) -> Section | None:
    rows = run.facts.branching()
    asked = fsum(number for _, number, _ in rows)
    if not asked:
        return None
    options = fsum(number * each for _, number, each in rows) / asked
    a_round = run.facts.a_round()
    round_ = run.say("a-round", n=f"{a_round:.1f}") if a_round else ""
    told = run.say("decisions-say", asked=f"{asked:,.1f}", options=f"{options:.1f}", round=round_)
    return Section(
        id="decisions",
        title=run.say("h-decisions"),
        sentences=(told,),
        heads=(run.say("kind"), run.say("in-a-match"), run.say("options")),
        rows=tuple((run.called.kind(kind), round(n, 2), round(each, 2)) for kind, n, each in rows),
    )


def _lead(run: Run) -> Section | None:
    found = run.facts.lead()
    if found is None:
        return None
    changes, decided, never = found
    told = run.say("lead-say", changes=f"{changes:.1f}", decided=f"{decided:.0%}",
                   never=percent(never))  # fmt: skip
    chart = histogram(
        run.facts.decided(), run.say("decided-axis"), run.say("matches-axis"), is_share=True
    )
    return Section(id="lead", title=run.say("h-lead"), sentences=(told,), chart=chart)


def _ending(run: Run) -> Section:
    rows = run.facts.endings()
    kind, _, share = rows[0]
    told = run.say("ends-say", kind=run.say(kind), share=percent(share.share))
    has_reasons = any(reason for _, reason, _ in rows)
    reason_head = (run.say("reason"),) if has_reasons else ()
    return Section(
        id="ends",
        title=run.say("h-ends"),
        sentences=(told,),
        heads=(run.say("kind"), *reason_head, run.say("matches"), run.say("share-of-matches"),
               run.say("between")),
        rows=tuple(
            (run.say(kind), *((reason,) if has_reasons else ()), share.count, *_row("", share)[2:])
            for kind, reason, share in rows
        ),
    )  # fmt: skip


_WAYS: Final = {  # to have had a card: the title of the section, and which cards are meant
    "start": ("h-start", "at_start"),
    "held": ("h-held", "seen is not null"),
    "played": ("h-played", "played > 0"),
    "claimed": ("h-claimed", "claimed > 0"),
}


def _standing(id_: str) -> Callable[[Run], Section | None]:
    """Return what makes the section of how those fare who had a card in one way, if it says
    anything that those of the ways before have not said."""
    title, having = _WAYS[id_]

    def made(run: Run) -> Section | None:
        found = run.facts.standings(having) if run.facts.together() is None else []
        before = takewhile(lambda way: way != having, (way for _, way in _WAYS.values()))
        if len(found) < 2 or any(run.facts.standings(way) == found for way in before):
            return None
        clear = [each for each in found if each.is_clear]
        good, bad = (
            _some(run, [run.names[each.card] for each in some])
            for some in ([e for e in clear if e.by > 0], [e for e in clear[::-1] if e.by < 0])
        )
        key = "cards-clear" if clear else "cards-unclear"
        told = run.say(key, n=len(found), good=good, bad=bad)
        return Section(
            id=id_,
            title=run.say(title),
            sentences=(
                told,
                *([run.say("cards-cause")] if clear else []),
                *([run.say("played-means")] if id_ == "played" else []),
            ),
            heads=(run.say("card"), run.say("who-had"), run.say("wins"), run.say("between"),
                   run.say("more"), run.say("clear")),
            rows=tuple((*_row(run.names[each.card], each.had), f"{each.by * 100:+.1f}",
                        "●" if each.is_clear else "") for each in found),
        )  # fmt: skip

    return made


def _some(run: Run, names: Sequence[str]) -> str:
    """Return a few names in a row."""
    shown = Language(run.lang).row(names[:MOST_NAMED])
    return shown + (" …" if len(names) > MOST_NAMED else "") if names else "–"


def _use(run: Run) -> Section | None:
    uses = [each for each in run.facts.uses().values() if each.offered]
    if not uses:
        return None
    uses.sort(key=lambda each: (each.chosen / each.offered, each.card))
    names = run.names
    return Section(
        id="use",
        title=run.say("h-use"),
        sentences=(
            run.say("use-say", cards=_some(run, [names[e.card] for e in uses[:5]])),
            run.say("played-means"),
        ),
        heads=tuple(map(run.say, ("card", "held", "offered", "taken", "taken-share", *_FATES))),
        rows=tuple((names[e.card], e.held, e.offered, e.chosen, percent(e.chosen / e.offered),
                    e.played, e.discarded, e.first_round) for e in uses),
    )  # fmt: skip


_FATES = ("played", "discarded", "first")


def _claims(run: Run) -> Section | None:
    """Write who comes to be named by the state of cards and places: whose they are."""
    claims = [(run.names[card], by_seat) for card, by_seat in run.facts.claims().items()]
    found = sorted(claims, key=lambda each: (-total(each[1]), each[0]))
    if not found:
        return None
    seats = [run.say("seat", n=number) for number, _ in enumerate(found[0][1], 1)]
    return Section(
        id="claims",
        title=run.say("h-claims"),
        sentences=(run.say("claims-say", most=_some(run, [name for name, _ in found])),),
        heads=(run.say("card"), run.say("claimed"), *seats),
        rows=tuple((name, total(by_seat), *by_seat) for name, by_seat in found),
    )


def _actions(run: Run) -> Section | None:
    happened = run.facts.actions()
    rows = [
        (run.called.action(action), happened.get(action, taken), offered, taken)
        for kind, _, action, offered, taken in run.facts.answers()
        if kind == "action"
    ]
    if len(rows) < 2:
        return None
    rows.sort(key=lambda row: (-row[3] / row[2], row[0]))
    few = min(3, len(rows) // 2)
    most, least = ([action for action, *_ in some] for some in (rows[:few], rows[::-1][:few]))
    quoted = [[run.say("quoted", text=action) for action in some] for some in (most, least)]
    told = run.say("actions-say", most=_some(run, quoted[0]), least=_some(run, quoted[1]))
    return Section(
        id="actions",
        title=run.say("h-actions"),
        sentences=(told,),
        heads=tuple(map(run.say, ("action", "happened", "offered", "taken", "taken-share"))),
        rows=tuple((a, h, o, t, percent(t / o)) for a, h, o, t in rows),
    )


def _scores(run: Run) -> Section | None:
    """Write how high players score by what counts first."""
    scores = run.facts.scores()
    if len({*scores}) < 2:
        return None
    low, median, high = (scores[int(len(scores) * part)] for part in (0.05, 0.5, 0.95))
    told = run.say("scores-say", median=f"{median:,}", low=f"{low:,}", high=f"{high:,}")
    chart = histogram(scores, run.say("score"), run.say("players-axis"))
    return Section(id="scores", title=run.say("h-scores"), sentences=(told,), chart=chart)


def _unused(run: Run) -> Section | None:
    named = unused(run.facts, run.called, run.game, run.absent)
    lists = []
    for key, found in named.items():
        names = sorted(set(found))
        more = ("…",) if len(names) > MOST_LISTED else ()
        if names:
            lists.append((run.say(key, n=len(found)), (*names[:MOST_LISTED], *more)))
    if not lists:
        return None
    told = (run.say("unused-say", n=f"{run.facts.matches:,}"),)
    return Section(id="unused", title=run.say("h-unused"), sentences=told, lists=tuple(lists))


def _ladder(run: Run) -> Section | None:
    if not run.ladder:
        return None
    (_, base), (_, best) = run.ladder[0], run.ladder[-1]
    verdict = "ladder-wins" if best.interval[0] > base.interval[1] else "ladder-open"
    numbers = ", ".join(f"{name} {share.number:,}" for name, share in run.ladder)
    return Section(
        id="ladder",
        title=run.say("h-ladder"),
        sentences=(run.say("ladder-say", n=numbers, verdict=run.say(verdict)),),
        chart=shares(run.ladder, None, run.say("wins-axis")),
        heads=_heads(run, run.say("policy")),
        rows=tuple(_row(*each) for each in run.ladder),
    )


def _faults(run: Run) -> Section | None:
    rows = run.facts.faults()
    if not rows:
        return None
    return Section(
        id="faults",
        title=run.say("h-faults"),
        sentences=(run.say("faults-some"),),
        heads=(run.say("seed"), run.say("reason")),
        rows=tuple(rows),
    )


_ALL: tuple[Callable[[Run], Section | None], ...] = (
    _summary, _wins, _began, _settings, _ladder, _length, _scores, _lead, _decisions, _ending,
    _actions, *map(_standing, _WAYS), _claims, _use, _unused, _faults,
)  # fmt: skip


def head(run: Run) -> tuple[str, ...]:
    """Return what is said before all sections."""
    told = run.told
    policies = {*told["policies"]}
    policy = told["policies"][0] if len(policies) == 1 else ", ".join(told["policies"])
    matches = f"{run.facts.matches:,}"
    said = [run.say("lead", matches=matches, players=told["players"], policy=policy)]
    if policies == {RANDOM}:
        said.append(run.say("lead-random"))
    elif policies == {GREEDY}:
        said.append(run.say("lead-greedy"))
    return (*said,)
