"""Hold the ids of answers and the rows of observations: fixed, complete, nothing hidden."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.programs.environment.action_ids import ActionTable, TooManyIds
from cardwright.apps.programs.environment.spaces import PlaceTable, Spaces
from cardwright.apps.programs.environment.tensors import Layout
from interpreter.observe.determinize import swap_hidden
from interpreter.observe.observation import observe
from tests.apps.programs.games import SAMPLED

LONGEST = 60


def played(name, seed):
    """Yield the positions of a random match."""
    random = Random(f"{name} {seed}")
    match = cardwright.load(name).start(seed=seed, events=False)
    match.keeps_history = False
    for _ in range(LONGEST):
        if match.over:
            return
        yield match
        match.apply(random.randrange(match.decision.count))


@pytest.mark.parametrize("name", SAMPLED)
def test_every_option_has_an_id_of_its_own(name):
    table = None
    for match in played(name, 1):
        table = table or ActionTable(match.machine)
        ids = table.of(match.state)

        assert len(ids) == len(set(ids)) == match.decision.count
        assert all(0 <= id_ < len(table) for id_ in ids)


def test_the_names_of_ids_are_what_is_taken():
    assert ActionTable(cardwright.load("kuhn-poker").machine(2)).names == ["pass", "bet"]
    assert ActionTable(cardwright.load("leduc").machine(2)).names == ["fold", "call", "raise"]
    table = ActionTable(cardwright.load("tic-tac-toe").machine(2))
    match = cardwright.load("tic-tac-toe").start()
    names = [table.names[id_] for id_ in table.of(match.state)]

    assert [name.removeprefix("action mark.c: ") for name in names] == list(match.decision.labels)


@pytest.mark.parametrize("name", ["worldmonger", "cerebria"])
def test_ids_are_the_same_in_every_process(name, capsys):
    """In one with other hashes too, which checks the texts and writes the machine anew."""
    program = (
        "import cardwright, hashlib\n"
        "from cardwright.apps.programs.environment.action_ids import ActionTable\n"
        "from cardwright.apps.programs.environment.tensors import Layout\n"
        f"machine = cardwright.load({name!r}).machine(2)\n"
        "rows = [(p.name, p.start) for p in Layout(machine.program).parts]\n"
        "print(hashlib.sha256(repr((ActionTable(machine).names, rows)).encode()).hexdigest())\n"
    )
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": seed, "PATH": "", "CARDWRIGHT_CACHE": ""},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    exec(program, {})

    assert capsys.readouterr().out == other.stdout != ""


@pytest.mark.parametrize("name", SAMPLED)
def test_nothing_hidden_is_in_a_row(name):
    layout, pairs = None, 0
    for number, match in enumerate(played(name, 2)):
        layout = layout or Layout(match.machine.program)
        for seat in match.seats if number % 5 == 0 else ():
            row = layout.row(observe(match, seat, with_log=False))
            other = swap_hidden(match, seat, number)
            assert len(row) == layout.size
            if other is not None:
                pairs += 1
                assert layout.row(observe(other, seat, with_log=False)) == row
    assert pairs or name in ("tic-tac-toe", "liars-dice", "goofspiel", "leduc", "kuhn-poker")


def test_rows_tell_what_is_seen():
    match = cardwright.load("leduc").start(seed=3)
    layout = Layout(match.machine.program)
    parts = {part.name: slice(part.start, part.start + part.size) for part in layout.parts}
    row = layout.row(observe(match, 0, with_log=False))
    (card,) = match.value("ada.hand")

    assert sum(part.size for part in layout.parts) == layout.size == len(row)
    assert row[parts["seat"]] == [1, 0] and row[parts["waiting_for"]] == [1, 0]
    order = [definition.id for definition in match.machine.program.game.definitions]
    assert row[parts["player 1.zone hand"]] == [1, *(float(id_ == card) for id_ in order)]
    assert row[parts["player 2.zone hand"]] == [1, 0, 0, 0]
    assert row[parts["player 1.state stake"]] == [1]
    match.apply("raise")
    assert layout.row(observe(match, 1, with_log=False))[parts["player 1.state stake"]] == [3]


def test_games_with_too_many_answers_are_answered_by_place():
    spaces = Spaces(cardwright.load("worldmonger"), 2, form="places")
    table = spaces.table
    assert spaces.form == "places" and isinstance(table, PlaceTable)
    for match in played("worldmonger", 3):
        features = table.features(match.state)
        assert table.of(match.state) == list(range(match.decision.count))
        assert {len(row) for row in features} == {table.width}
        assert len(set(map(tuple, features))) > match.decision.count // 2
    with pytest.raises(TooManyIds, match="1 places"):
        PlaceTable(match.machine, most=1).of(cardwright.load("worldmonger").start(2, seed=0).state)


@pytest.mark.parametrize(("words", "first"), [((), "fold"), (("--row",), "seat")])
def test_the_command_lists_ids_and_rows(words, first):
    shown = CliRunner().invoke(group, ["ids", "leduc", *words])
    plain = CliRunner().invoke(group, ["ids", "leduc", "--json", *words])

    assert shown.exit_code == plain.exit_code == 0
    assert first in shown.output
    assert json.loads(plain.output)[0]["name"] == first
