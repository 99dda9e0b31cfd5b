"""Whatever a position puts where: it is refused in words, or everything lies where it may."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from dsl.load import check_script
from interpreter.script.run import run_script
from interpreter.script.session import Machines, Services
from soak.invariants import wrong_size
from tests.interpreter.small import program_of

GAME = """\
kinds:
  animal: {attributes: {age: int = 1}, start: meadow, copies: 2}
  bird: {extends: animal, attributes: {wings: int = 2}, start: sky}
  gem: {attributes: {worth: int}, start: mine}
  tree: {unique: true, start: wood}
cards:
- {kind: animal, id: cow}
- {kind: bird, id: owl}
- {kind: bird, id: jay, copies: 1}
- {kind: gem, id: ruby, worth: 3}
- {kind: gem, id: opal, worth: 2}
- {kind: tree, id: oak}
- {kind: tree, id: elm}
zones:
  meadow: {of: animal, seen-by: everyone}
  sky: {of: bird, order: stack, seen-by: everyone}
  mine: {of: gem, order: stack, seen-by: nobody}
  wood: {of: tree, seen-by: everyone}
  nests: {of: bird, slots: 2, seen-by: everyone}
  cage: {of: animal, order: row, max: 2, seen-by: everyone}
  tree.branch: {of: bird, max: 1, seen-by: everyone}
  player.pocket: {of: gem, seen-by: owner}
players: {count: 2, state: {points: int = 0}}
actions:
  count-wings: {choose: {b: sky + nests}, do: add b.wings to me.points}
  count-worth: {choose: {g: me.pocket}, do: add g.worth to me.points}
  count-ages: {choose: {a: meadow + cage}, do: add a.age to me.points}
  cut: {choose: {t: wood}, do: move t.branch to sky}
  wait:
phases: [{id: playing, turns: players, offer: [count-wings, count-worth, count-ages, cut, wait]}]
end: {rank: points}
"""
ZONES = ("meadow", "sky", "mine", "wood", "nests", "cage", "oak.branch", "ada.pocket")
PIECES = ("cow", "owl", "jay", "ruby", "oak", "none")
CONTENTS = ("0", "1", "3", *(f"[{piece}]" for piece in PIECES), *(
    f"[{one}, {other}]" for one, other in product(PIECES, ("cow", "owl", "jay"))
))  # fmt: skip
FORMS = {
    "given": "given: {{wood: [oak], {zone}: {content}, phase: playing, turn: ada}}\nsteps:\n",
    "arrange": "arrange: {{{zone}: {content}}}\nsteps:\n",
    "two arranged": "arrange: {{{zone}: {content}, nests: [owl, jay], cage: [owl]}}\nsteps:\n",
    "set": "steps:\n- set: {{{zone}: {content}}}\n",
    "stack": "steps:\n- stack: {{{zone}: {content}}}\n",
}
MACHINES = Machines()


@cache
def game():
    return program_of(GAME).game


def scripts(tmp_path, form, zone):
    """Yield the scripts that the checker lets through, one a content."""
    for number, content in enumerate(CONTENTS):
        text = f"script: {form} {zone} {content}\ngame: small\nplayers: [ada, bo]\n"
        text += FORMS[form].format(zone=zone, content=content).replace("wood: [oak], wood", "wood")
        path = tmp_path / f"{number}.yaml"
        path.write_text(text + "- random: 6\n", encoding="utf-8")
        found, diagnostics = check_script(path, path.name, game())
        if found and not diagnostics:
            yield found[0]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("zone", ZONES)
def test_a_position_is_sound_or_refused(tmp_path, form, zone):
    came = 0
    for script in scripts(tmp_path, form, zone):
        result = run_script(game(), script, machines=MACHINES, services=Services())
        if result.failures:
            assert all(each.found for each in result.failures), script.title
            continue
        came += 1
        assert list(wrong(result.match.machine, result.match.state)) == [], script.title
    assert came or form == "two arranged"


def wrong(machine, st):
    """Yield what lies where it may not."""
    definitions, program = machine.program.game.definitions, machine.program
    for zone, cards in enumerate(st.zones):
        family = program.families[st.zone_families[zone]]
        present = [card for card in cards if card is not None]
        yield from wrong_size(family, len(present), len(cards))
        for card in present:
            kind = definitions[st.entity_definitions[card]].kind
            if family.kind not in program.ancestors[kind] or st.places[card] != zone:
                yield f"{definitions[st.entity_definitions[card]].id} in {family.key.name}"


def test_what_may_not_lie_where_a_card_was_stands_behind_it(tmp_path):
    """A cow cannot take the place that the owl leaves in the sky."""
    path = tmp_path / "one.yaml"
    path.write_text("""\
script: the owl comes to the meadow
game: small
players: [ada, bo]
arrange: {meadow: [owl]}
steps:
- expect: count(meadow where it is bird) == 1 and count(meadow where age == 1) == 3
- expect: count(sky) == 2
- random: 6
""", encoding="utf-8")  # fmt: skip
    found, diagnostics = check_script(path, path.name, game())
    assert not diagnostics

    result = run_script(game(), found[0], machines=MACHINES, services=Services())
    assert not result.failures
