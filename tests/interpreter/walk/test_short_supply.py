"""As many copies are made as are free and have room; those that are not made stay free."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds:
  beast:
    active-in: player.field
  stone: {}
cards:
- {kind: beast, id: sprite, copies: any}
- {kind: beast, id: ghoul, copies: 3}
- kind: beast
  id: judge
  start: player.field
  triggers:
  - {after: create, do: 'add b[sprite] + b[ghoul] to me.heard'}
- {kind: stone, id: pebble, copies: any}
players: {count: 1, state: {made: int = 0, heard: int = 0}}
zones:
  player.field: {of: beast, seen-by: everyone}
  player.cage: {of: beast, max: 4, seen-by: everyone}
  player.rack: {of: beast, slots: 2, seen-by: everyone}
actions:
  do-create: {do: step}
  wait: {}
events:
  step:
STEPS
phases: [{id: acting, turns: players, offer: [do-create, wait]}]
"""
ZONES = {"field": None, "cage": 4, "rack": 2}
STEP = st.one_of(
    st.tuples(
        st.just("create"),
        st.dictionaries(st.sampled_from(("sprite", "ghoul")), st.integers(1, 5), min_size=1),
        st.sampled_from(sorted(ZONES)),
    ),
    st.tuples(
        st.just("retire"), st.sampled_from(("sprite", "ghoul")), st.sampled_from(sorted(ZONES))
    ),
)


class Table:
    """Where copies are, as the guide says it."""

    def __init__(self):
        self.zones = {zone: {"sprite": 0, "ghoul": 0} for zone in ZONES}
        self.made = self.heard = 0

    def create(self, bag, zone):
        made = 0
        for card in ("ghoul", "sprite"):  # bags are sorted
            held = self.zones[zone]
            room = 99 if ZONES[zone] is None else ZONES[zone] - sum(held.values())
            free = 99 if card == "sprite" else 3 - sum(z["ghoul"] for z in self.zones.values())
            coming = max(min(bag.get(card, 0), room, free), 0)
            held[card] += coming
            made += coming
        self.made += made
        self.heard += made

    def retire(self, card, zone):
        self.zones[zone][card] = 0


def statements(steps):
    """Yield the steps in the language."""
    for n, (sort, what, zone) in enumerate(steps):
        if sort == "create":
            bag = " + ".join(f"{number} {card}" for card, number in what.items())
            yield f"create {bag} into me.{zone} -> made-{n}"
            yield f"add count(made-{n}) to me.made"
        else:
            yield f"for each c in me.{zone} where it.definition == {what}, retire c"


@given(steps=st.lists(STEP, min_size=1, max_size=8), logs=st.booleans())
@settings(max_examples=40, deadline=None)
def test_as_many_come_as_are_free_and_have_room(steps, logs):
    body = "    do: |\n" + "".join(f"      {line}\n" for line in statements(steps))
    program = program_of(GAME.replace("STEPS\n", body), 1)
    match = match_of(program, ("ada",), events=logs)
    table = Table()
    for sort, what, zone in steps:
        table.create(what, zone) if sort == "create" else table.retire(what, zone)

    play(match, "do-create")

    assert of_players(match, "made") == (table.made,)
    assert of_players(match, "heard") == (table.heard,)
    names = [definition.id for definition in program.game.definitions]
    state = match.state
    for number, zone in enumerate(("field", "cage", "rack")):
        lying = [names[state.entity_definitions[c]] for c in state.zones[number] if c is not None]
        found = {card: lying.count(card) for card in ("sprite", "ghoul")}
        assert found == table.zones[zone]
    if logs:
        assert told(match) == table.made


def told(match):
    """Return how many cards the log says have been made."""
    entry, found = match.state.log, 0
    while entry is not None:
        record, entry = entry
        if record.event == "create":
            found += sum(number for _, number in record.arguments[0])
    return found


def test_what_does_not_fit_a_zone_is_not_made():
    body = "    do: |\n      create 2 pebble + 1 sprite into me.field -> made\n"
    body += "      set me.made to count(made)\n"
    match = match_of(program_of(GAME.replace("STEPS\n", body), 1), ("ada",), events=True)
    play(match, "do-create")
    assert of_players(match, "made") == (1,)
    assert told(match) == 1


def test_members_of_a_batch_tell_what_came():
    body = "    do: |\n      together for each d in definitions(beast) where it == ghoul:\n"
    body += "        create 5 d into me.field\n"
    program = program_of(GAME.replace("STEPS\n", body), 1)
    match = match_of(program, ("ada",), events=True)
    play(match, "do-create")
    assert (of_players(match, "heard"), told(match)) == ((3,), 3)
