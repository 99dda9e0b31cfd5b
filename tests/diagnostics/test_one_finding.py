"""One mistake is one finding, in the author's own words."""

from __future__ import annotations

import pytest

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.load import load_sources, prelude_in
from dsl.records import Source
from tests.interpreter.small import HEAD, PRELUDE

GAME = """\
kinds: {ware: {attributes: {rank: int}}}
zones: {row: {of: ware, seen-by: everyone}}
players: {count: 2, state: {coins: int = 0}}
"""
END = """\
phases: [{id: a, turns: players, do: add 1 to me.coins}]
end: {when: "any(players, coins > 3)"}
"""


def findings(text: str) -> list[Diagnostic]:
    """Return what is found in a small game."""
    source = Source("small/game.yaml", HEAD + GAME + text + END)
    return [*load_sources([source], "small", prelude_in(PRELUDE)).diagnostics]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        # a colon without a space, before the next section
        ("values:\n  good -> int: 1\n  price(ware w) -> int:w.rank\n", ":"),
        # of a name that stands twice, or means something else, nobody knows the type
        ("values:\n  rank-of(ware n, int n) -> int: n.rank\n", "n"),
        ("values:\n  rank-of(ware players) -> int: max(players, rank, 0)\n", "players"),
        ("events:\n  go (int n) for (ware n): {do: add n to me.coins}\n", "n"),
        ("events:\n  go:\n    do: |\n      let players = 1\n"
         "      for each p in players, add 1 to p.coins\n", "players"),
        ("events:\n  go (ware c):\n    do: |\n      let c = 1\n      add c to me.coins\n", "c"),
        ("actions:\n  go:\n    choose: {me: row}\n    do: add 1 to me.coins\n", "me"),
        ("enums: {gem: [red, blue, red]}\nvalues:\n  f(gem g) -> int: ordinal(g)\n", "red"),
    ],
)  # fmt: skip
def test_one_mistake_is_one_finding(text: str, word: str):
    [found] = [each for each in findings(text) if each.severity == "error"]

    assert found.span.text == word


@pytest.mark.parametrize(
    ("facts", "way"),
    [
        ("[count(row), stood]", "`stood` → `stood`"),
        ("[busy]", "`busy` → `stood` → `busy`"),
    ],
)
def test_a_circle_through_positions_names_what_its_author_has_named(facts: str, way: str):
    text = (
        f"state: {{stood: {{is: int = 0, counts: go, same: {facts}}}}}\n"
        "values: {busy -> int: stood + 1}\nevents: {go: {do: add 1 to me.coins}}\n"
    )
    [found] = [each for each in findings(text) if each.name == "recursive-value"]

    assert str(found.message).endswith(way)


@pytest.mark.parametrize("type_", ["effect", "maybe effect", "cost", "maybe cost"])
@pytest.mark.parametrize(
    ("cards", "help_"),
    [
        ("- {id: mill, kind: spot, does: [take 3, take 4]}\n", "leave the brackets out"),
        ("- {id: mill, kind: spot, does: {take: 3}}\n", "put `|` behind `does:`"),
        ("- id: mill\n  kind: spot\n  does:\n  - take 3\n  - take 4\n", "leave each `-` out"),
        ("- each: {kind: spot, does: [take 3]}\n  rows: [{id: mill}, {id: well}]\n",
         "leave the brackets out"),
        ("- each: {id: 'm-{rank}', kind: spot, rank: 1..3, does: [take 3]}\n",
         "leave the brackets out"),
    ],
)  # fmt: skip
def test_what_is_no_steps_where_a_card_has_steps_is_told_once(type_: str, cards: str, help_: str):
    spot = f"{{spot: {{attributes: {{does: {type_}, rank: int = 1}}}}, ware:"
    text = "events: {take (int n): {do: add n to me.coins}}\ncards:\n"
    source = Source("small/game.yaml", HEAD + GAME.replace("{ware:", spot) + text + cards + END)
    [found] = load_sources([source], "small", prelude_in(PRELUDE)).diagnostics

    assert (found.name, help_ in found.helps[0]) == ("wrong-shape", True), found


@pytest.mark.parametrize(
    ("type_", "word", "help_"),
    [
        ("steps", "steps", "write `effect`"),
        ("maybe rule", "rule", "write `effect`"),
        ("action (player p)", "action", "write `effect`"),
        ("costs", "costs", "write `cost`"),
        ("list of steps", "steps", "`NAME: maybe effect`"),
        ("text", "text", "stand under `text:`"),
    ],
)
def test_of_an_attribute_whose_type_is_unknown_nothing_else_is_told(type_, word, help_):
    spot = f"{{spot: {{unique: true, attributes: {{does: {type_}}}}}, ware:"
    text = (
        "events: {take (int n): {do: add n to me.coins}}\n"
        "cards:\n- {id: mill, kind: spot, does: take 3}\n"
        "- {id: well, kind: spot, does: [take 1; take 2]}\n"
        "actions: {go: {choose: {s: every spot}, do: do s.does}}\n"
    )
    source = Source("small/game.yaml", HEAD + GAME.replace("{ware:", spot) + text + END)
    [found] = load_sources([source], "small", prelude_in(PRELUDE)).diagnostics

    assert (found.name, found.span.text) == ("unknown-type", word)
    assert help_ in found.helps[0]
