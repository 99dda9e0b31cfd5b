"""A later word of the language as the name of anything changes nothing of what a package means."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from dsl.check.expressions import dots, names
from dsl.check.steps.special_steps import WORD
from dsl.load import load_sources, prelude_in
from dsl.records import Source
from dsl.syntax.grammar import LATER_KEYWORDS, LATER_STATEMENTS
from dsl.words import vocabulary
from dsl.words.vocabulary import MACHINE, NATIVES, WRITTEN
from tests.dsl.conftest import ROOT

PRELUDE = prelude_in(ROOT / "cards" / "prelude")
FIRST = vocabulary.FIRST_CALLED | vocabulary.FIRST_FIELDS | vocabulary.FIRST_EVENTS
MACHINES = {name.removeprefix(MACHINE) for name in NATIVES}
LATER = sorted(
    {*WRITTEN, *LATER_KEYWORDS, *names.ROLES, *dots.PROPERTIES, *MACHINES, *LATER_STATEMENTS, WORD}
    - FIRST
)
GAME = """\
id: small
version: 1
language: 1
title: Small
options: {<option>: {type: 2..4, default: 3}}
enums: {<enum>: [red, <member>]}
kinds:
  <kind>:
    attributes: {color: <enum>, <attribute>: int = 1}
    state: {<inner>: int = 0}
    start: <zone>
  spot: {unique: true}
players: {count: 2-3, state: {<own-state>: int = 0}}
zones:
  <zone>: {of: <kind>, order: stack, seen-by: nobody}
  player.<own-zone>: {of: <kind>, seen-by: everyone}
layout:
  <layout>: {rows: [[<place>]]}
state: {<state>: int = 0}
values:
  <value> -> int: <state> + <option> + 1
  <field>(player p) -> int: p.<own-state> + count(p.<own-zone>)
  <scored>(player p, int n) -> int: p.<field> + n + sum(p.<own-zone>, <attribute> + <inner>)
  liked -> <enum>: <member>
  all-red(list of <kind> cs) -> bool: all(<element> in cs, <element>.color != <member>)
events:
  <event> (int <slot>) -> int:
    do: |
      let <local> = <slot> + <value>
      add <local> to me.<own-state>
      set <state> to <scored>(me, 2)
      for each <loop> in me.<own-zone>, add <loop>.<attribute> to <loop>.<inner>
      return <local>
actions:
  <action>:
    in: <phase>
    choose: {<parameter>: <zone>}
    do: |
      move <parameter> to me.<own-zone>
      <event> 2 -> <result>
      add default(<result>, 0) to me.<own-state>
cards:
- {id: <card>, kind: <kind>, color: red, copies: 3}
- {id: <place>, kind: spot}
- {id: sky, kind: <kind>, color: <member>}
triggers:
- {after: <event>, do: "if top(<zone>).definition == <card>, add 1 to <state>"}
phases:
- {id: <phase>, turns: players, offer: [<action>, pass]}
end: {when: <state> > 20, rank: [<field>]}
scenarios:
  <scenario>: {options: {<option>: 4}}
"""
PLACE = re.compile(r"<([a-z-]+)>")
SORTS = tuple(dict.fromkeys(PLACE.findall(GAME)))


def loaded(sort: str, word: str):
    """Return the game in which one thing has a word as its name and all others are plain."""
    given = {each: f"my-{each}" for each in SORTS} | {sort: word}
    text = PLACE.sub(lambda found: given[found[1]], GAME)
    return load_sources([Source("small/game.yaml", text)], "small", PRELUDE)


def parts(game, *words: str) -> Counter[str]:
    """Return the words and signs of all that a game is, some words as one; the order of things may
    go by their names."""
    said = re.sub(rf"(?<![\w-])({'|'.join(words)})(?![\w-])", "NAME", repr(game))
    return Counter(re.findall(r"[\w-]+|[^\w\s]", re.sub(r"digest='\w+'", "", said)))


@pytest.mark.parametrize("word", LATER)
def test_a_later_word_names_anything(word: str) -> None:
    plain = f"{word[:-1]}q"
    number = LATER.index(word)
    for sort in SORTS[number % 4 :: 4] if word in WRITTEN else SORTS:  # functions are all alike
        own, other = loaded(sort, word), loaded(sort, plain)

        errors = [(each.name, each.message) for each in own.diagnostics if each.severity == "error"]
        assert errors == [], sort
        assert {each.name for each in own.diagnostics} <= {"own-word"}, sort
        assert {each.span.text for each in own.diagnostics} <= {word}, sort
        assert parts(own.game, word, plain) == parts(other.game, word, plain), sort
