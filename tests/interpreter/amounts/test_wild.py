"""Wild members: "each unit may be paid by its own member or by gold". What pays a price is told by
that sentence alone; both engines offer just these payments."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.api.package import Package
from cardwright.api.scripts import Case
from soak.measure import Part
from soak.natives import compare

GEMS = ("amber", "jade", "gold")
GAME = """
id: wild
version: "1"
language: 1
title: Wild
enums: {gem: {is: [amber, jade, gold], wild: gold}}
kinds: {card: {start: deck, attributes: {price: amount of gem}}}
cards:
- {id: ring, kind: card, price: 2 amber + 1 jade}
- {id: bowl, kind: card, price: {jade: 1, any: 1}}
- {id: coin, kind: card, price: 1 gold}
players: {count: 1, state: {gems: bag of gem, debts: bag of gem, off: bag of gem}}
zones:
  deck: {of: card, seen-by: everyone}
  player.own: {of: card, seen-by: everyone}
events:
  pay (amount of gem a):
    when: payable(me.gems, a)
    do: |
      choose b from a where it <= me.gems
      if b is not none, subtract b from me.gems
actions:
  buy:
    choose: {c: deck}
    cost: pay reduce(c.price, me.off)
    do: move c to me.own
  pay-back:
    cost: pay me.debts
    do: set me.debts to []
  take: {choose: {g: every gem}, do: add 1 g to me.gems}
  owe: {choose: {g: every gem}, do: add 1 g to me.debts}
  haggle: {choose: {g: every gem}, do: set me.off to 1 g}
phases:
- {id: act, turns: players, offer: [buy, pay-back, take, owe, haggle]}
end: {when: round > 25 or deck is empty, winners: players}
examples:
EXAMPLES
"""


def payments(price: Counter[str]) -> set[tuple[str, ...]]:
    """Return all that pays a price, by the sentence."""
    ways = [{gem, "gold"} for gem in price.elements()]
    return {tuple(sorted(each)) for each in product(*ways)}


def written(units: Counter[str]) -> str:
    """Return units as a bag."""
    return " + ".join(f"{n} {gem}" for gem, n in units.items())


def examples() -> str:
    """Return for each price and each purse of few gems whether it suffices, by the sentence."""
    found = []
    purses = [Counter(each) for n in (1, 2, 3) for each in combinations_with_replacement(GEMS, n)]
    for price in purses:
        for purse in purses:
            is_enough = any(Counter(each) <= purse for each in payments(price))
            word = "" if is_enough else "not "
            found.append(f"  then: {word}payable(me.gems, {written(price)})")
            found[-1] = f"- given: {{me.gems: {written(purse)}}}\n{found[-1]}"
    return "\n".join(found)


def test_a_purse_suffices_where_gold_fills_what_is_lacking(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("EXAMPLES", examples()), "utf-8")

    package = Package.at(tmp_path)
    cases = Case.all_in(package, cardwright.load(package, cache=False).model)

    assert len(cases) == 19 * 19
    assert not [case.title for case in cases if case.run(cache=False).failures]


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(n, marks=pytest.mark.soak) for n in (3, 4))])
def test_both_engines_offer_the_same_payments(seed: int, tmp_path: Path) -> None:
    text = GAME.replace("examples:\nEXAMPLES\n", "")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    part = Part()

    compare(cardwright.load(tmp_path), 1, Random(seed), part)

    assert part.tally["decisions"] > 20
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"
