"""Rule sets that ask for more than any machine should give, as a table of named packages.

A shape is what is asked for, a place where in the rules it stands; each stands in several. Every
one of them is sound as text: what it says takes for ever, or all the memory there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from soak import hostile_words
from soak.hostile_kinds import hostile_kinds

HEAD: Final = """\
id: hostile
version: "1"
language: 1
title: Hostile
enums: {colour: [red, green, blue, white]}
"""

MANY: Final = "1..20000"


TOGETHER: Final = 4
"""In how many places each number is asked for."""


class Shape(NamedTuple):
    """What is asked for: a number that somebody wants to know, with the values it needs."""

    number: str
    values: str = ""


def _chain(size: int, step: str, first: str = "1") -> str:
    """Return values of which each is made of the one before it."""
    lines = [f"v0: {{is: {first}}}"]
    lines += [f"v{n}: {{is: '{step.format(f'v{n - 1}')}'}}" for n in range(1, size + 1)]
    return "\n".join(lines)


def _value(name: str, *lines: str) -> str:
    return "\n".join([f"{name}:", "  is: |", *(f"    {line}" for line in lines)])


NUMBERS: Final[dict[str, Shape]] = {
    "sums-four-deep": Shape(
        "sum(a in 1..300, sum(b in 1..300, sum(c in 1..300, sum(d in 1..300, a + b + c + d))))"
    ),
    "each-in-each": Shape(f"count(each(a in {MANY}, each(b in {MANY}, a + b)))"),
    "quantifiers": Shape(
        f"1 if all(a in {MANY}, any(b in {MANY}, a + b < 0) or a > 0) "
        f"and any(a in {MANY}, all(b in {MANY}, a + b > 0) and a < 0) else 2"
    ),
    "filters": Shape(f"count(a in {MANY}, count(({MANY}) where it > a) > 5)"),
    "best-of-bests": Shape(f"default(best(a in {MANY}, sum(b in {MANY}, b - a)), 0)"),
    "sorts": Shape(f"sum(a in {MANY}, count(sort(b in {MANY}, 0 - b)))"),
    "turns-in-turns": Shape(
        "loops",
        _value("loops", "let n = 0", f"for each a in {MANY}:", f"  for each b in {MANY}:",
               "    set n to n + 1", "return n"),
    ),
    "loop-of-a-loop": Shape(
        "outer",
        _value("inner (int k)", "let n = k", f"for each a in {MANY}, set n to n + a", "return n")
        + "\n"
        + _value("outer", "let n = 0", f"for each a in {MANY}, set n to inner(a)", "return n"),
    ),
    "repeats": Shape(
        "loops",
        _value("loops", "let n = 0", "repeat 1000000000 times:", "  repeat 100000 times:",
               "    set n to n + 1", "return n"),
    ),
    "while-true": Shape(
        "loops", _value("loops", "let n = 0", "while true, set n to n + 1", "return n")
    ),
    "list-doubled": Shape(
        "long",
        _value("long", "let ls = [1]", "repeat 60 times, set ls to ls + ls", "return count(ls)"),
    ),
    "list-grown": Shape(
        "long",
        _value("long", "let ls = [1]", "while true, set ls to ls + [1]", "return count(ls)"),
    ),
    "list-searched": Shape(
        "found",
        _value("found", f"let ls = each(a in {MANY}, a)", "let n = 0",
               f"for each a in {MANY}:", "  if (0 - a) in ls, set n to n + 1", "return n"),
    ),
    "values-doubled": Shape("v16", _chain(16, "{0} + {0}")),
    "values-doubled-far": Shape("v45", _chain(45, "{0} + {0}")),
    "values-of-cards": Shape("v9", _chain(9, "sum(every card, {0})")),
    "chain-of-sums": Shape("v12", _chain(12, "sum(a in 1..10, {0})")),
    **{name: Shape(f"count(a in {MANY}, {text})") for name, text in hostile_words.asked()},
}  # fmt: skip

PLACES: Final[dict[str, dict[str, str]]] = {
    "set-up": {"setup": "set table-sum to {n}"},
    "do": {"do": "set me.points to {n}"},
    "when": {"go": "when: '({n}) > 0'"},
    "choose": {"go": "choose: {k: '(1..3) where it > ({n})'}"},
    "cost": {"go": "cost: 'require ({n}) > 0'"},
    "trigger": {"triggers": "- {after: gain, do: 'set table-sum to {n}'}"},
    "modifier": {"modifier": "to: 'result + ({n})'", "do": "set me.points to price"},
    "bound": {"bound": "at-least: '{n}'", "do": "set me.points to price"},
    "event": {"event": "when: '({n}) > 0'"},
    "while": {"phase": "while: '({n}) > 0'"},
    "end": {"end": "when: '({n}) < 0'"},
    "score": {"rank": "points + ({n})"},
    "always": {"always": "when: '({n}) < 0'"},
}
"""For each place what of the game it fills."""

STEPS: Final[dict[str, dict[str, str]]] = {
    "list-of-a-player": {"do": "add 1 to me.ls; repeat 60 times, add me.ls to me.ls"},
    "list-of-a-body": {"do": "let ls = [1]; repeat 60 times, set ls to ls + ls"},
    "list-without-end": {"do": "while true, add 1 to me.ls"},
    "loops-in-a-body": {"do": f"for each a in {MANY}, for each b in {MANY}, add 1 to me.points"},
    "while-true": {"do": "while true, add 1 to me.points"},
    "while-true-of-events": {"do": "while true, gain 1"},
    "nothing-for-ever": {"do": "while true, set me.points to 1"},
    "event-of-itself": {"do": "anew", "events": "anew: {do: anew}"},
    "events-doubled": {
        "do": "e40",
        "events": "\n".join(
            ["e0: {do: add 1 to me.points}"]
            + [f"e{n}: {{do: 'e{n - 1}; e{n - 1}'}}" for n in range(1, 41)]
        ),
    },
    "events-doubled-short": {
        "do": "e13",
        "events": "\n".join(
            ["e0: {do: add 1 to me.points}"]
            + [f"e{n}: {{do: 'e{n - 1}; e{n - 1}'}}" for n in range(1, 14)]
        ),
    },
    "trigger-of-itself": {"triggers": "- {after: gain, do: gain 1}"},
    "triggers-of-cards": {"card": "triggers: [{after: gain, do: gain 1}]", "setup": "deal 60"},
    "two-triggers": {"triggers": "- {after: gain, do: gain 1}\n- {after: gain, do: gain 2}"},
    "becomes-that-flips": {
        "triggers": "- {becomes: table-sum % 2 == 0, do: add 1 to table-sum}\n"
        "- {becomes: table-sum % 2 == 1, do: add 1 to table-sum}",
    },
    "always-at-work": {"always": "do: add 1 to table-sum"},
    "deal-of-all": {"setup": "deal 1000000000000"},
    "deal-of-many": {"setup": "deal 30000"},
    "shuffles": {"do": "while true, shuffle deck"},
    "moves-to-and-fro": {"do": "while true:\n  move deck to rest\n  move rest to deck"},
    "subset-of-many": {"do": f"choose any number of ks from {MANY} so that sum(ks) == -1"},
    "subset-of-fifteen": {"do": "choose any number of ks from 1..15 so that sum(ks) > 119"},
    "subset-that-never-fits": {"do": "choose any number of ks from 1..40 so that sum(ks) > 9999"},
    "order-of-many": {"do": "order ks from 1..20000"},
    "together": {"do": f"together, for each k in {MANY}, gain k"},
    "five-cards": {
        "go": "choose: {a: me.hand, b: me.hand, c: me.hand, d: me.hand, e: me.hand}"
        "\nwhen: count(me.hand) > 999",
    },
    "five-numbers": {
        "go": "choose: {a: 1..60, b: 1..60, c: 1..60, d: 1..60, e: 1..60}"
        "\nwhen: a + b + c + d + e > 300",
    },
    "two-subsets": {
        "go": "choose: {a: any number of me.hand, b: any number of me.hand}"
        "\nwhen: sum(a, rank) + sum(b, rank) > 999",
    },
    "two-sets-of-numbers": {
        "go": "choose: {a: any number of 1..20, b: any number of 1..20}"
        "\nwhen: sum(a) + sum(b) > 999",
    },
    "cost-of-choices": {
        "go": "cost: |\n  choose a from 1..60\n  choose b from 1..60\n"
        "  choose c from 1..60\n  choose d from 1..60\n  require a + b + c + d > 300",
    },
    "phases-without-end": {"phase": "while: true", "offer": "never"},
    "rounds-without-end": {"offer": "never"},
    "copies": {"copies": "20001"},
    "cards-made": {"do": "while true, create 60 extra into pile"},
    "grows-lists-in-state": {
        "do": "let row = each(a in 1..19000, a + count(me.rows))\n"
        "repeat 40 times, set me.rows to me.rows + [row + [count(me.rows)]]",
        "player": "rows: list of list of int = []",
    },
    "grows-log": {
        "do": "let ls = each(a in 1..9000, a + me.points)\nrepeat 40 times, tell ls",
        "events": "tell (list of int ns): {do: add 1 to me.points}",
    },
    "grows-log-of-events": {"do": "repeat 5000 times, gain 1"},
    "made-and-held": {
        "do": "let rows = [[1]]\nlet row = each(a in 1..19990, a)\n"
        "while true, set rows to rows + [row + [count(rows)]]",
    },
    "turned-for-ever": {"do": "while true, for each c in deck, reveal c"},
}


def game_text(parts: dict[str, str], values: str = "") -> str:
    """Return the rules of a small game with some of its parts filled."""

    def block(key: str, indent: int, default: str = "") -> str:
        lines = parts.get(key, default).splitlines()
        return "".join(f"{' ' * indent}{line}\n" for line in lines)

    def under(key: str, head: str, indent: int) -> str:
        return head + block(key, indent) if key in parts else ""

    kind = "  card:\n    attributes: {rank: int}\n    active-in: [player.hand]\n    start: deck\n"
    law = "- do: add 1 to table-sum\n" if "when" in parts.get("always", "") else "- "
    return "".join([
        HEAD, "kinds:\n", kind, "  token: {copies: 500}\n",
        f"cards:\n- {{id: knight, kind: card, rank: 3, copies: {parts.get('copies', '60')}}}\n",
        "- {id: extra, kind: token}\n",
        under("card", "- id: bearer\n  kind: card\n  rank: 1\n  copies: 60\n", 2),
        "zones:\n  deck: {of: card, order: stack, seen-by: nobody}\n",
        "  pile: {of: token, order: stack, seen-by: everyone}\n",
        "  rest: {of: card, order: stack, seen-by: everyone}\n",
        "  player.hand: {of: card, seen-by: owner}\n",
        "state: {table-sum: int = 0}\n",
        "players:\n  count: 2\n  state:\n    points: int = 0\n    ls: list of int = []\n",
        block("player", 4),
        "values:\n  price:\n    is: 2\n", block("bound", 4), block("values", 2),
        "".join(f"  {line}\n" for line in values.splitlines()),
        "events:\n  gain (int n):\n    do: add n to me.points\n",
        block("event", 4), block("events", 2),
        under("triggers", "triggers:\n", 0),
        under("modifier", "modifiers:\n- value: price\n", 2),
        under("always", f"always:\n{law}", 2).replace("-   ", "- "),
        "actions:\n  go:\n    do: |\n", block("do", 6, "gain 1"), block("go", 4),
        "  never: {when: round > 999999, do: gain 1}\n  stay: {do: gain 1}\n",
        "setup: |\n", block("setup", 2, "deal 15"),
        "phases:\n- id: act\n",
        block("only-phase", 2, f"turns: players\noffer: [{parts.get('offer', 'go, stay')}]"),
        block("phase", 2),
        "end:\n", block("end", 2, "when: round > 30"),
        f"  rank: [{parts.get('rank', 'points')!r}]\n",
    ])  # fmt: skip


@cache
def hostile_rules() -> MappingProxyType[str, str]:
    """Return all rule sets by name."""
    return MappingProxyType(dict(_all()))


def _all() -> Iterator[tuple[str, str]]:
    yield from hostile_kinds()
    for name, parts in STEPS.items():
        yield name, game_text(parts)
        if set(parts) <= {"do", "events"}:
            others = {key: text for key, text in parts.items() if key != "do"}
            phase = "turns: players\ndo: |\n" + "".join(
                f"  {line}\n" for line in parts["do"].splitlines()
            )
            yield f"{name}/phase", game_text({**others, "only-phase": phase})
    places = tuple(PLACES.items())
    for turn, (name, shape) in enumerate(NUMBERS.items()):
        for step in range(TOGETHER):
            place, parts = places[(turn * TOGETHER + step) % len(places)]
            filled = {key: text.replace("{n}", shape.number) for key, text in parts.items()}
            yield f"{name}/{place}", game_text(filled, shape.values)
