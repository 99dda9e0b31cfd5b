"""Where the text of a list says its cards lie, there they are."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from dsl.model.expressions import ZoneKey
from interpreter.compile.homes import ME, Home, home_of
from interpreter.run.machine import Machine
from interpreter.state.record import State

HAND = Home(ZoneKey("player", "hand"), ME)
GAMES = {"dream-tricks": 2, "worldmonger": 2, "res-arcana": 2, "equilibrion": 1}


def machine_of(game: str) -> tuple[Machine, State]:
    match = cardwright.load(game).start(GAMES[game], 1, events=False)
    return match.machine, match.state


def homes_of(machine: Machine) -> dict[str, Home | None]:
    return {
        plan.action.id: home_of(machine.program, plan.action.parameters[0].source)
        for plan in machine.program.actions
        if plan.action.parameters
    }


def test_homes_of_what_actions_ask_for() -> None:
    assert homes_of(machine_of("dream-tricks")[0]) == {"play": HAND, "break-promise": None}
    found = homes_of(machine_of("res-arcana")[0])
    assert found["place-artifact"] == HAND
    assert found["claim-place"] == Home(ZoneKey(None, "places"), None)
    assert found["claim-monument"] is None


@pytest.mark.parametrize("game", GAMES)
def test_every_option_lies_in_its_home(game: str) -> None:
    match = cardwright.load(game).start(GAMES[game], 1, events=False)
    random, looked, st = Random(1), 0, match.state
    program = match.machine.program
    homes = {plan.number: home_of(program, plan.action.parameters[0].source)
             for plan in program.actions if plan.action.parameters}  # fmt: skip
    while st.outcome is None and st.actions < 300:
        ask = st.ask
        asks_first = isinstance(ask.site, tuple) and ask.site[0] == "action" and not ask.site[2]
        home = homes.get(ask.site[1]) if asks_first else None
        if home is not None:
            family = program.family_numbers[home.zone]
            for card in ask.options:
                zone = st.places[card]
                assert st.zone_families[zone] == family
                assert home.owner is None or st.zone_owners[zone] == ask.decider
                looked += 1
        match.apply(random.randrange(len(ask.options)))
    assert looked > 15
