"""What always holds is looked at anew where something that tells has changed, and only there.

The guide: whenever a body has ended, all entries that match happen as one batch. So no beast
without power stays in a field, whatever an answer has changed. A model on a page says which ones
go.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as some

from dsl.model.traits import ZoneKey
from interpreter.program.limits import UNITS, WORK
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, of_players, play, program_of

BASE = {"rat": 2, "lord": 1, "witch": 3, "dyer": 2}
RED = {"rat", "lord"}
GAME = """\
enums: {tribe: [red, blue]}
kinds:
  beast:
    attributes: {tribe: tribe, power: int, side: int}
    state: {wounds: int = 0}
    active-in: player.field
    triggers: [{after: tick, do: add 1 to me.coins}]
cards:
CARDS
state: {gloom: int = 0}
players: {count: 2, state: {coins: int = 0}}
zones:
  player.hand: {of: beast, seen-by: everyone}
  player.field: {of: beast, seen-by: everyone}
  past: {of: beast, seen-by: everyone}
always:
- for: c in player.field where it.power <= it.wounds
  do: move c to past
events: {tick: {}}
setup: |
  let bo = next(start-player)
  for each d in definitions(beast):
    create 1 d into bo.hand if d.side == 2 else start-player.hand
actions:
  bring: {choose: {c: me.hand}, do: "move c to me.field; tick; tick"}
  wound: {choose: {c: player.field}, do: "tick; add 1 to c.wounds; tick"}
  swap-sides:
    choose: {c: player.field}
    do: |
      for each p in players where c not in p.field:
        move c to p.field
      tick
  darken: {do: add 1 to gloom; tick}
  lighten: {do: subtract 1 from gloom; tick}
phases: [{id: acting, turns: players, offer: [bring, wound, swap-sides, darken, lighten]}]
end: {when: round > 99, winners: players}
"""
SAYS = {
    "rat": "tribe: red, power: 2",
    "lord": "tribe: red, power: 1, modifiers: [{value: power where it.tribe == red and it in "
    "me.field and it != self, to: result + 1}]",
    "witch": "tribe: blue, power: 3, modifiers: [{value: power where it in player.field and "
    "it != self, to: result - gloom}]",
    "dyer": "tribe: blue, power: 2, modifiers: [{value: tribe where it != self and it in "
    "me.field, to: blue}]",
}
BEASTS = "\n".join(
    f"- {{id: {name}-{side}, kind: beast, side: {side}, {said}}}"
    for side in (1, 2)
    for name, said in SAYS.items()
)
PROGRAM = program_of(GAME.replace("CARDS", BEASTS))


class Page:
    """The fields of two players, wounds and gloom, as the guide says they go on."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.fields: list[list[int]] = [[], []]
        self.wounds = [0] * len(names)
        self.gloom = 0

    def power(self, card: int, field: list[int]) -> int:
        """Return the power of a beast in a field, as its own text and the others' say."""
        others = [self.names[other] for other in field if other != card]
        is_red = self.names[card] in RED and "dyer" not in others
        everywhere = [other for side in self.fields for other in side if other != card]
        witches = sum(self.names[other] == "witch" for other in everywhere)
        lords = others.count("lord") if is_red else 0
        return BASE[self.names[card]] + lords - self.gloom * witches

    def take_away(self) -> None:
        """Let all that have no power left go at once, until none is left."""
        while True:
            gone = [
                card for field in self.fields for card in field
                if self.power(card, field) <= self.wounds[card]
            ]  # fmt: skip
            if not gone:
                return
            self.fields = [[card for card in field if card not in gone] for field in self.fields]

    def act(self, player: int, action: str, card: int) -> None:
        if action == "bring":
            self.fields[player].append(card)
        elif action == "wound":
            self.wounds[card] += 1
        elif action == "swap-sides":
            side = 0 if card in self.fields[0] else 1
            self.fields[side].remove(card)
            self.fields[1 - side].append(card)
        else:
            self.gloom += 1 if action == "darken" else -1
        self.take_away()


def zones_of(match: Match, name: str) -> list[set[int]]:
    """Return the cards in a zone of each player."""
    state = match.state
    number = match.machine.program.family_numbers[ZoneKey("player", name)]
    both = zip(state.zones, state.zone_families, strict=True)
    return [set(cards) for cards, family in both if family == number]


@given(turns=some.lists(some.tuples(some.integers(0, 9), some.integers(0, 9)), max_size=30))
@settings(max_examples=60, deadline=None)
def test_those_without_power_go_and_no_others_whatever_has_changed(turns):
    match = match_of(PROGRAM)
    definitions = PROGRAM.game.definitions
    page = Page([definitions[number].id[:-2] for number in match.state.entity_definitions])
    for which, what in turns:
        player = match.decision.player
        action, cards = match.decision.labels[which % match.decision.count], set[int]()
        if action == "bring":
            cards = zones_of(match, "hand")[player]
        elif action in ("wound", "swap-sides"):
            cards = set.union(*zones_of(match, "field"))
        match.apply(action)
        card = min(cards, default=0)
        if len(cards) > 1:
            number = what % match.decision.count
            card = match.state.ask.options[number]
            match.apply(number)
        page.act(player, action, card)

        assert zones_of(match, "field") == [set(field) for field in page.fields]


# --- and no oftener -------------------------------------------------------------------------------

BOARD = """enums: {tribe: [tribe-1, tribe-2, tribe-3, tribe-4, tribe-5, tribe-6, tribe-7, tribe-8]}
kinds:
  beast:
    attributes: {tribe: tribe, power: int = 1}
    active-in: player.field
    start: store
    triggers: [{after: cheer by me, do: add 1 to me.coins}]
cards:
CARDS
players: {count: 2, state: {coins: int = 0}}
zones:
  player.field: {of: beast, seen-by: everyone}
  store: {of: beast, seen-by: everyone}
always: [{for: c in player.field where it.power <= 0, do: move c to store}]
events: {cheer: {}}
actions: {rally: {do: cheer}, pass: {}}
setup: |
  for each p in players:
    repeat 30 times, move first(store) to p.field
phases: [{id: day, turns: players, while: true, offer: [rally, pass]}]
end: {when: round > 3, winners: players}
"""
TRIBES = [f"tribe-{number}" for number in range(1, 9)]
CARDS = "\n".join(
    f"- {{kind: beast, id: lord-{n}, tribe: {TRIBES[n % 8]}, modifiers: ["
    + ", ".join(
        f"{{value: power where it.tribe == {tribe} and it in me.field and it != self, "
        "to: result + 1}"
        for tribe in TRIBES
    )
    + "]}"
    for n in range(60)
)


def test_thirty_triggers_on_a_board_of_sixty_cards_with_eight_modifiers_each_go_by():
    """After each trigger all are looked at; none changes anything that power reads."""
    match = match_of(program_of(BOARD.replace("CARDS", CARDS)))
    play(match, "rally")

    assert of_players(match, "coins") == (30, 0)
    assert match.state.steps * UNITS + match.machine.meter.total < WORK // 4
