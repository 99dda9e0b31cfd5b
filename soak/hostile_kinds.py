"""Ask much of every native event and every kind of rule, of bags, of chance and of the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.words.vocabulary import NATIVES

HEAD: Final = """\
id: hostile
version: "1"
language: 1
title: Hostile
enums: {colour: [red, green, blue, white]}
"""
MANY: Final = 150
"""So many cards, each with its rules."""

DONE: Final = {
    "move": "move deck to rest; move rest to deck",
    "shuffle": "shuffle deck",
    "reveal": "for each c in deck, reveal c",
    "create": "create 9 extra into pile",
    "retire": "create 1 extra into pile; retire first(pile)",
    "exchange": "exchange first(deck) with last(deck)",
    "fill": "move row to pool; fill row from pool",
    "pass": "for each p in players, pass by p",
    "eliminate": "for each p in players, eliminate p",
}
"""What does each native event, again and again."""

RULES: Final = {
    "after": "triggers: [{after: gain, do: add 1 to sum-of-all}]",
    "before": "triggers: [{before: gain, do: add 1 to sum-of-all}]",
    "at-once": "triggers: [{after: gain, at-once: true, do: add 1 to sum-of-all}]",
    "after-itself": "triggers: [{after: gain, do: gain 1 by first(players)}]",
    "instead": "replacements: [{instead: gain, do: gain n + 1}]",
    "modifier": "modifiers: [{value: worth, to: result + count(every unit)}]",
    "modifier-of-attribute": "modifiers: [{value: power, to: result + 1}]",
    "forbid": "forbids: [{event: 'gain where sum(every unit, power) < 0'}]",
    "becomes": "triggers: [{becomes: sum-of-all % 2 == 1, do: add 1 to sum-of-all}]",
    "always": "always: [{when: sum-of-all % 7 == 1, do: add 1 to sum-of-all}]",
    "works-while": "works-while: sum(every unit, power) > sum-of-all\n"
    "triggers: [{after: gain, do: add 1 to sum-of-all}]",
}
"""The rules of each card."""
HEARING: Final = "triggers: [{{after: {name}, do: add 1 to sum-of-all}}]"

SAID: Final = {
    "bags-equal": "if me.bag == first(players).bag and me.bag <= me.bag, add 1 to sum-of-all",
    "bags-joined": "add 2 red to me.bag; set me.bag to me.bag + 1 blue - 1 red",
    "bag-of-many": "for each k in definitions(unit), add 1 k to held",
    "bag-looked-up": "for each k in definitions(unit), add 1 k to held; "
    "while true, add held[knight-7] to sum-of-all",
    "bags-compared": "for each k in definitions(unit), add 1 k to held; "
    "while true, if held <= held and held == held, add 1 to sum-of-all",
    "column": "if count(deck where it.rank > sum-of-all % 99) > 1, add 1 to sum-of-all",
    "column-summed": "add 1 + sum(deck where it.rank % 9 == sum-of-all % 9, rank) to sum-of-all",
    "lists-compared": "if long == same, add 1 to sum-of-all",
    "lists-parted": "add 1 + count(long - same) to sum-of-all",
    "rows-compared": "if rows == others, add 1 to sum-of-all",
    "rows-searched": "if long in others, add 1 to sum-of-all",
    "rows-told-apart": "add count(distinct(rows + others)) to sum-of-all",
    "chance": "choose k from 1..20000 by chance; add k to sum-of-all",
    "chance-of-cards": "choose 5 ks from deck by chance; add count(ks) to sum-of-all",
    "log": "tell deck",
    "log-short": "tell [first(deck)]",
}
"""Steps that are done again and again."""


def hostile_kinds() -> Iterator[tuple[str, str]]:
    """Yield rule sets by name."""
    for name in NATIVES:
        steps = f"{DONE[name]}; add 1 to sum-of-all"
        yield f"native-{name}", game_text(steps)
        yield f"native-{name}/heard", game_text(steps, HEARING.format(name=name))
    for name, rules in RULES.items():
        yield f"rule-{name}", game_text("gain 1; add worth + sum(deck, power) to sum-of-all", rules)
    for name, steps in SAID.items():
        yield f"said-{name}", game_text(steps)


def game_text(steps: str, rules: str = "") -> str:
    """Return the rules of a small game that repeats steps; each of its cards has rules."""
    body = "".join(f"        {line}\n" for line in steps.replace("; ", "\n").splitlines())
    own = "".join(f"    {line}\n" for line in rules.splitlines())
    return (
        f"{HEAD}kinds:\n  unit:\n    attributes: {{rank: int, power: int = 1}}\n"
        f"    start: deck\n    active-in: [deck, rest]\n{own}"
        "  token: {copies: 15000}\n  piece: {start: pool}\n"
        f'cards:\n- {{kind: unit, each: {{copies: 1}}, id: "knight-{{rank}}", rank: 1..{MANY}}}\n'
        "- {id: extra, kind: token}\n- {id: stone, kind: piece, copies: 9}\n"
        "zones:\n  deck: {of: unit, order: stack, seen-by: nobody}\n"
        "  rest: {of: unit, order: stack, seen-by: everyone}\n"
        "  pile: {of: token, order: stack, seen-by: everyone}\n"
        "  pool: {of: piece, order: stack, seen-by: nobody}\n"
        "  row: {of: piece, slots: 5, seen-by: everyone}\n"
        "state:\n  sum-of-all: int = 0\n  held: bag of def of unit\n"
        "  long: list of int\n  same: list of int\n"
        "  rows: list of list of int\n  others: list of list of int\n"
        "setup: |\n  set long to each(k in 1..15000, k * 1000)\n"
        "  set same to each(k in long, k + 0)\n"
        "  repeat 9 times:\n    set rows to rows + [each(k in long, k + 0)]\n"
        "    set others to others + [each(k in long, k + 0)]\n"
        "players:\n  count: 2\n  state:\n    points: int = 0\n    bag: bag of colour\n"
        "values: {worth -> int: 1}\n"
        "events:\n  gain (int n): {do: add n to me.points}\n"
        '  tell (list of unit cs): {do: add 1 to sum-of-all, text: "{cs}"}\n'
        f"actions:\n  go:\n    do: |\n      while true:\n{body}  stay: {{do: gain 1}}\n"
        "phases: [{id: act, turns: players, offer: [go, stay]}]\n"
        "end: {when: round > 30, rank: points}\n"
    )
