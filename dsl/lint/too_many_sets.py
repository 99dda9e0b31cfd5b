"""A choice of cards that fit together, out of more than can be tried.

What it finds: a choice with `so-that` (`so that`) among all cards of a zone, if the rules put too
many cards there at once. Their sets exceed the bound of `choice-too-large`. The rule reads plain
numbers: `deal 26`, `draw n` and `move top(deck, 26) to p.hand` with a number or an option, of which
the largest value counts.

Why it matters: the engine finds fitting sets by trying them, and each further card doubles them. 16
cards have 65,536 sets, the bound. The game lints clean and plays with small hands, but its first
decision with a large hand is a fault.

Bad:

    setup: deal 26
    actions:
      play:
        choose: {cs: {from: any number of me.hand, so-that: beats(cs)}}

Good:

    setup: deal 26
    actions:
      play:
        choose:
          cs: {from: any number of me.hand, so-that: beats(cs), so-far: are-alike(cs)}

Exceptions: a choice that is asked only when the zone has become small.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model import expressions as e
from dsl.model.game import Game
from dsl.model.rules import Parameter
from dsl.model.steps import Choose, DoEvent
from dsl.words.vocabulary import AS_ONE

TRIED: Final = 65_536
"""Sets that are tried before a choice is given up; see docs/language/steps.md, Budgets."""

HAND: Final = e.ZoneKey("player", "hand")
DEALS: Final = ("deal", "draw")
"""Events of the prelude that put so many cards into a player's hand."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each choice out of a zone whose sets are too many."""
    game = facts.game
    sizes: dict[e.ZoneKey, int] = {}
    for step in facts.rule_nodes(DoEvent):
        filled, number = _put(game, step)
        if filled is not None and not is_shared(step.span):
            sizes[filled] = max(number, sizes.get(filled, 0))
    found: dict[object, Diagnostic] = {}
    choices: Iterator[Parameter | Choose] = facts.rule_nodes(Parameter, Choose)
    for node in choices if sizes else ():
        if node.condition is None or node.so_far is not None or is_shared(node.span):
            continue
        if not isinstance(node.source, e.ZoneCards):
            continue
        zone = node.source.zone
        size = sizes.get(zone, 0)
        most = size if node.mode == "any number" else min(size, _most(game, node.number))
        if sum(comb(size, n) for n in range(most + 1)) > TRIED:
            found[node.span] = finding("too-many-sets", node.span, size=size, zone=zone.name)
    yield from found.values()


def _put(game: Game, step: DoEvent) -> tuple[e.ZoneKey | None, int]:
    """Return the zone that a step fills, and with how many cards."""
    if step.event in DEALS and step.arguments:
        return HAND, _most(game, step.arguments[0])
    match step.event in AS_ONE, step.arguments:
        case True, (e.Primitive("top" | "bottom", (_, number)), e.ZoneRef(zone), *_):
            return zone, _most(game, number)
        case _:
            return None, 0


def _most(game: Game, number: e.Expression | None) -> int:
    """Return the largest value of a number or an option; 0 for what is not plain."""
    if isinstance(number, e.Constant) and isinstance(number.value, int):
        return number.value
    if isinstance(number, e.OptionValue):
        option = game.options[number.option]
        values = (option.default, option.high, *option.choices)
        return max((value for value in values if isinstance(value, int)), default=0)
    return 0
