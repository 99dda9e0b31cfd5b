"""Write the findings of a report in a few sentences: the clearest first, then what nobody used."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from cardwright.apps.face.process import total
from cardwright.apps.lab.reporting.facts import Facts, Share
from cardwright.apps.lab.reporting.run import Called, Run
from dsl import languages
from dsl.model.game import Game

MOST_NAMED: Final = 5
"""As many are named in a row."""


def unused(
    facts: Facts, called: Called, game: Game, absent: Collection[str]
) -> dict[str, list[str]]:
    """Return what was never done, by the word for it.

    Args:
        absent: Ids of cards that are not in the game, of which nothing is said.
    """
    uses, names = facts.uses(), called.cards
    seen = {card for card, each in uses.items() if each.held or each.offered or each.claimed}
    actions = [each for each in game.actions if each.card not in absent]
    taken, happened = facts.actions(), facts.events()
    return {
        "unused-cards": [names[c] for c, each in uses.items() if each.offered and not each.chosen],
        "unseen-cards": [
            name for card, name in names.items() if card not in seen and card not in absent
        ],
        "unused-actions": [called.action(each.id) for each in actions if each.id not in taken],
        "unused-answers": _left(facts, called),
        "unused-events": [called.event(each) for each in game.events if not happened.get(each)],
    }


def _left(facts: Facts, called: Called) -> list[str]:
    """Return what was never taken, question by question."""
    found: dict[str, list[str]] = {}
    for kind, question, answer, _, taken in facts.answers():
        if kind != "action" and not taken:
            found.setdefault(question, []).append(called.answer(answer))
    return [
        f"{called.question(question)}: {', '.join(each[:MOST_NAMED])}"
        + (f" … ({len(each)})" if len(each) > MOST_NAMED else "")
        for question, each in found.items()
    ]


def summary(run: Run) -> Iterator[str]:
    """Yield the findings: who wins, how long it takes, what decides, what nobody uses, faults."""
    yield _first(run)
    (least, median, p95, most), numbers = run.facts.lengths("decisions")
    ordered = sorted(numbers)
    p5 = ordered[len(ordered) // 20]
    (first, rounds, _, last), _ = run.facts.lengths("rounds")
    key = "sum-rounds-all" if first == last else "sum-rounds"
    told = run.say(key, n=f"{rounds:.0f}") if last else ""
    key = "sum-length-all" if least == most else "sum-length"
    yield run.say(key, median=f"{median:,.0f}", low=f"{p5:,}", high=f"{p95:,.0f}", rounds=told)
    if run.facts.together() is None:
        ways = ("at_start", "seen is not null", "played > 0")
        clear = [each for way in ways for each in run.facts.standings(way) if each.is_clear]
        best = max(clear, key=lambda each: abs(each.by), default=None)
        if best is not None:
            yield run.say("sum-card", card=run.names[best.card], by=f"{best.by * 100:+.0f}",
                          **_ends(best.had))  # fmt: skip
    if len(run.ladder) > 1:
        (_, base), (policy, top) = run.ladder[0], run.ladder[-1]
        is_clear = top.interval[0] > base.interval[1]
        key = "sum-thinking" if is_clear else "sum-luck"
        yield run.say(key, policy=policy, base=f"{base.share:.0%}", **_ends(top))
    found = run.facts.lead()
    if found is not None:
        yield run.say("sum-lead", decided=f"{found[1]:.0%}", changes=f"{found[0]:.1f}")
    yield _unused(run)
    faults = run.facts.faults()
    if faults:
        yield run.say("sum-faults", n=len(faults))


def _ends(share: Share) -> dict[str, str]:
    low, high = share.interval
    return {"share": f"{share.share:.0%}", "low": f"{low:.0%}", "high": f"{high:.0%}"}


def _first(run: Run) -> str:
    """Return what the first player has of it; of a game won together, how often that happens."""
    facts, together = run.facts, run.facts.together()
    seats = facts.wins_by_seat()
    if together is not None or len(seats) == 1:
        return run.say("sum-together", **_ends(together or seats[0][1]))
    began = [share for _, share in facts.wins_by_beginning()]
    shares = began or [share for _, share in seats]
    fair = total(share.count for share in shares) / max(1, total(each.number for each in shares))
    low, high = shares[0].sure
    verdict = "sum-helps" if low > fair else "sum-hurts" if high < fair else "sum-even"
    return run.say(verdict, fair=f"{fair:.0%}", **_ends(shares[0]))


def _unused(run: Run) -> str:
    """Return which cards nobody chose; a card chosen in 3 of n matches would hardly be missed."""
    named = unused(run.facts, run.called, run.game, run.absent)
    cards = sorted({*named["unused-cards"], *named["unseen-cards"]})
    matches = run.facts.matches
    bound = f"{min(1.0, 3 / matches):.1%}"
    if not cards:
        return run.say("sum-all-used", n=f"{matches:,}")
    shown = languages.row(cards[:MOST_NAMED], run.lang) + (" …" if len(cards) > MOST_NAMED else "")
    key = "sum-one-unused" if len(cards) == 1 else "sum-unused"
    return run.say(key, n=len(cards), cards=shown, bound=bound)
