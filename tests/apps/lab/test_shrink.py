"""Shrinking: what fails becomes the shortest script that fails in the same way."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.match import Match
from cardwright.apps.commands.main import group
from cardwright.apps.lab.shrinking.positions import position_of
from cardwright.apps.lab.shrinking.reduce import NotFailing, OfScripts, Shrinker
from cardwright.apps.lab.shrinking.written import Written, of_course
from interpreter.script import run
from interpreter.walk import match as machine_match

GAME = Path(__file__).resolve().parents[3] / "examples" / "high-card"
FAULT = "    if round == 4, add 9 // (round - 4) to first(players).points\n    score-point leader"


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """Return a game that divides by zero in the fourth round."""
    copytree(GAME, tmp_path / "high-card")
    file = tmp_path / "high-card" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("    score-point leader", FAULT), encoding="utf-8")
    return file.parent


def ran(*words: object) -> tuple[int, str, str]:
    """Return status, output and what was told beside it."""
    done = CliRunner().invoke(group, ["--lang", "en", *map(str, words)])
    return done.exit_code, done.stdout, done.stderr


def test_a_random_match_that_ends_in_a_fault(faulty: Path) -> None:
    status, out, err = ran("shrink", faulty, "--seed", "3", "--players", "3")

    assert status == 0
    assert "division-by-zero" in err and "11 answers and entries before" in err
    script = faulty / "scripts" / "fault.yaml"
    script.parent.mkdir()
    script.write_text(out, encoding="utf-8")
    status, out, _ = ran("run", script)
    assert (status, "9 // 0" in out) == (1, True)
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 6


def test_the_shortest_is_the_last_round_alone(faulty: Path) -> None:
    _, out, _ = ran("shrink", faulty, "--seed", "3")

    assert "given: {phase: " in out or "round: 4" in out
    assert out.count("card-") <= 2


def test_what_does_not_fail_is_not_shrunk() -> None:
    status, out, err = ran("shrink", GAME)

    assert (status, out, err) == (1, "", "this does not fail\n")


def test_what_fails_without_a_log_alone_becomes_a_script_that_says_so(monkeypatch) -> None:
    plain = machine_match.Match.apply

    def apply(self, option):
        if not self.state.listening & 1 and self.state.actions == 3:
            raise RuntimeError("no log")
        plain(self, option)

    monkeypatch.setattr(machine_match.Match, "apply", apply)
    code, out, _ = ran("shrink", GAME, "--seed", "5")

    assert code == 0
    assert "check:" in out
    assert "log" in out


def test_the_offer_finds_what_sim_found(faulty: Path) -> None:
    _, out, _ = ran("sim", "high-card", "--path", faulty.parent, "-n", "1", "--seed", "5")
    offered = next(line for line in out.splitlines() if "cardwright shrink" in line)

    assert f"--path {faulty.parent}" in offered
    assert ran(*offered.partition("cardwright ")[2].split())[0] == 0


def test_sim_and_test_offer_it(faulty: Path) -> None:
    _, out, _ = ran("sim", faulty, "-n", "1", "--seed", "5", "--seat", "1=greedy")
    offered = f"cardwright shrink {faulty} --seed 5 --seat 1=greedy"
    assert f"make it short: {offered}" in out
    assert ran(*offered.split()[1:])[0] == 0

    scripts = faulty / "scripts"
    scripts.mkdir()
    head = "script: a match\ngame: high-card\nplayers: [ada, bo]\n"
    text = f"{head}steps:\n- random: 3\n- expect: round == 9\n"
    (scripts / "match.yaml").write_text(text, encoding="utf-8")
    _, out, _ = ran("test", faulty, "-j", "1")
    assert f"make it short: cardwright shrink {scripts / 'match.yaml'}:1" in out


def test_a_script_loses_all_that_its_failure_does_not_need(faulty: Path) -> None:
    file = faulty / "scripts" / "much.yaml"
    file.parent.mkdir()
    file.write_text(
        "script: much ado\ngame: high-card\nplayers: [ada, bo]\nseed: 4\n"
        "arrange: {ada.hand: [card-13, card-2], ada.points: 3}\n"
        "steps:\n- ada: card-13\n- random: 1\n- expect: ada.points < 3\n",
        encoding="utf-8",
    )
    status, out, _ = ran("shrink", f"{file}:1")

    assert status == 0
    assert "given: {ada.points: 4}\nsteps:\n- expect: ada.points < 3\n" in out.replace('"', "")
    assert "seed" not in out and "random" not in out


def test_a_difference_is_found_by_what_a_script_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cardwright.load(GAME)
    match = game.start(3, 8)
    answers = []
    while not match.over:
        decision = match.decision
        assert decision is not None
        answers.append((decision.who, decision.labels[0]))
        match.apply(0)

    def losing(services: object) -> object:
        def copy(match: Match) -> Match:
            found = match.clone()
            if len(found.state.zones[-1]) == 3:
                found.state.own_zone(len(found.state.zones) - 1).pop()
            return found

        return copy

    monkeypatch.setattr(run, "_by_saving", losing)
    written = of_course(game, match.names, 8, answers, ["save"])
    oracle = OfScripts(game, "check save")
    small = Shrinker(written, oracle).shrink(oracle.position_after)
    script = oracle.script(small)
    assert script is not None
    assert small.size <= 4
    assert oracle.ways(script) == ["check save"] * len(oracle.ways(script))


def test_worlds_lose_the_same_parts() -> None:
    worlds = (
        {"given": {"ada.hand": ["card-1", "card-2"], "deck": ["card-9"]}},
        {"given": {"ada.hand": ["card-3", "card-2"], "deck": ["card-9"]}},
    )
    written = Written(head={"script": "two", "players": ["ada", "bo"]}, worlds=worlds)
    paths = written.entries()
    less = written.without([("given", "deck"), ("given", "ada.hand", 1)])

    assert ("given", "ada.hand", 1) in paths and len(paths) == 6
    assert [world["given"] for world in less.document()["worlds"]] == [
        {"ada.hand": ["card-1"]},
        {"ada.hand": ["card-3"]},
    ]
    assert less.size == 3


def test_a_script_that_fails_otherwise_does_not_count(faulty: Path) -> None:
    game = cardwright.load(faulty)
    written = of_course(game, ("ada", "bo"), 1, [])
    with pytest.raises(NotFailing):
        Shrinker(written, OfScripts(game, "index-out-of-range"))


def test_a_machine_that_breaks_on_the_way_is_another_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaking(match: Match, index: int) -> None:
        raise TypeError("planted")

    game = cardwright.load(GAME)
    match = game.start(2, 1)
    written = of_course(game, match.names, 1, [(match.decision.who, match.decision.labels[0])])
    monkeypatch.setattr(machine_match.Match, "apply", breaking)

    assert OfScripts(game, "index-out-of-range")(written) is None
    assert OfScripts(game, "TypeError in breaking")(written) is written


def test_a_recorded_match_is_taken(faulty: Path, tmp_path: Path) -> None:
    match = cardwright.load(faulty).start(2, 6)
    while not match.over:
        match.apply(0)
    file = tmp_path / "match.cardwright-match"
    file.write_bytes(match.trajectory())

    status, out, err = ran("--path", tmp_path, "shrink", file)

    assert (status, "division-by-zero" in err) == (0, True)
    assert "steps:" in out


def test_a_position_names_the_only_copy_of_a_card_that_state_holds() -> None:
    match = cardwright.load("worldmonger").start(3, 1)
    position = {}
    while "acting" not in position:
        match.apply(0)
        position = position_of(match) or {}

    assert {position["acting"]} < {next(iter(civ)) for civ in position["civs"]}
    assert position["phase"] == "using"
