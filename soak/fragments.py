"""The base game of planted leaks, and fragments that are put into it."""

from __future__ import annotations

HEAD = 'id: parlour\nversion: "1"\nlanguage: 1\ntitle: Parlour\n'

BASE = {
    "enums": "color: [red, blue]",
    "kinds": """\
card:
  attributes: {rank: int, color: color}
  state: {marked: {is: bool = false, seen-by: everyone}}
  active-in: [player.hand]
  start: deck
  text: card""",
    "cards": """\
- each: {kind: card}
  id: "{color}-{rank}"
  color: every color
  rank: 1..8""",
    "players": "count: 2-3\nstate: {coins: int = 5}",
    "state": "told: int = 0",
    "zones": """\
deck: {of: card, order: stack, seen-by: nobody, text: deck}
table: {of: card, order: row, seen-by: everyone, text: table}
discard: {of: card, seen-by: everyone, text: discard}
chest: {of: card, seen-by: {cards: nobody, count: everyone}, text: chest}
player.hand: {of: card, seen-by: owner, text: hand}""",
    "values": """\
strength(player p) -> int: sum(p.hand, rank)
has-red(player p) -> bool: any(p.hand, color == red)
price(player p) -> int: 1""",
    "events": """\
gain (int n):
  do: add n to me.coins
  text: "{me} gains {n}"
note (int n):
  text: "it is {n}"
greet (player p):
  text: "hello {p}" """,
    "actions": """\
earn: {in: act, do: gain 1}
lay: {in: act, choose: {c: me.hand}, do: move c to table}
take: {in: act, when: table is not empty, choose: {c: table}, do: move c to me.hand}""",
    "setup": "|\n  shuffle deck\n  move top(deck, 4) to table\n  deal 4",
    "phases": "- {id: act, turns: players}",
    "end": "{when: round > 8, rank: [coins]}",
}
"""The sections of the base game; a fragment adds lines to those of several entries, and takes the
place of `setup`, `phases`, `end` and `players`."""

WHOLE = ("setup", "phases", "end", "players")


def probing(steps: str, **others: str) -> dict[str, str]:
    """Return a fragment with an action that does some steps."""
    lines = "\n".join(f"    {line}" for line in steps.splitlines())
    return {"actions": f"probe:\n  in: act\n  do: |\n{lines}", **others}


def with_card(rule: str, **others: str) -> dict[str, str]:
    """Return a fragment with two cards that have a rule where they lie in a hand."""
    lines = "\n".join(f"  {line}" for line in rule.splitlines())
    cards = [f"- id: {id_}\n  kind: card\n  rank: {rank}\n  color: red\n{lines}"
             for id_, rank in (("charm", 9), ("amulet", 10))]  # fmt: skip
    return {"cards": "\n".join(cards), **others}


def with_dice(steps: str) -> dict[str, str]:
    """Return a fragment with an action that does some steps, where dice lie under cups."""
    return probing(
        steps,
        kinds="die:\n  state: {face: int = 1 keep}\n  copies: 3\n  start: box\n  text: die",
        cards="- {kind: die, id: die}",
        zones="box: {of: die, order: stack, seen-by: everyone, text: box}\n"
        "player.cup: {of: die, seen-by: owner, text: cup}",
        events="throw (die d):\n  do: |\n    choose n from 1..6 by chance\n    set d.face to n",
        setup=f"{BASE['setup']}\n  for each p in players, move top(box, 1) to p.cup\n"
        "  for each p in players, for each d in p.cup, throw d",
    )


TOP = "top(deck).color == red"


def text_of(fragment: dict[str, str]) -> str:
    """Return the base game with a fragment put into it."""
    sections = []
    for name in dict.fromkeys((*BASE, *fragment)):
        parts = [BASE.get(name, ""), fragment.get(name, "")]
        is_whole = name in WHOLE or (name == "kinds" and parts[1].startswith("card:"))
        if is_whole and name in fragment:
            parts = parts[1:]
        body = "\n".join(part for part in parts if part)
        if body[0] in "|{[\"'":
            sections.append(f"{name}: {body}")
        else:
            sections.append(f"{name}:\n" + "\n".join(f"  {line}" for line in body.splitlines()))
    return HEAD + "\n".join(sections) + "\n"
