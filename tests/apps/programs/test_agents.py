"""Hold bots over lines of JSON: what they are told, and that no table is lost to them."""

from __future__ import annotations

import json
import shutil
import socket
import sys
import threading
from pathlib import Path
from time import monotonic

import jsonschema
import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.match import Follower
from cardwright.apps.commands.main import group
from cardwright.apps.programs import league, protocol
from cardwright.apps.programs.league import Played, Table, play
from cardwright.apps.programs.protocol import Misconduct
from interpreter.observe.determinize import swap_hidden
from soak.programs import BAD, bot

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "schemas" / "agent.schema.json").read_text("utf-8"))
FITS = jsonschema.Draft202012Validator(SCHEMA)
GOOD = f"{sys.executable} {ROOT / 'examples' / 'bots' / 'bot.py'}"


@pytest.fixture
def table():
    return Table(game=cardwright.load("go-fish"), seconds=20.0)


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_bot_is_counted_and_replaced(kind, table, tmp_path):
    quick = Table(game=table.game, seconds=0.3 if kind == "late" else 20.0)
    began = monotonic()
    played = play(quick, (bot(tmp_path, BAD[kind]), "random"), 3)
    conduct = played.conduct[0]

    assert played.outcome in ("win", "draw")
    assert conduct["replaced"] == 1
    assert conduct[kind] == (1 if kind in ("crashed", "flood") else 3)
    assert monotonic() - began < 60


def test_lines_without_end_are_a_flood(table, tmp_path):
    does = "[print(json.dumps({'type': 'answer', 'id': 0}), flush=True) for _ in range(500)]"

    assert play(table, (bot(tmp_path, does), "random"), 3).conduct[0]["flood"] == 1


def test_a_bot_that_does_not_read_is_replaced(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text("import time; time.sleep(60)", "utf-8")
    deaf = Table(game=cardwright.load("cerebria"), seconds=0.2, stand_in="random")
    conduct = play(deaf, (f"{sys.executable} {path}", "random"), 1).conduct[0]

    assert conduct["replaced"] == 1 and conduct.get("deaf", 0) + conduct["late"] <= 3


@pytest.mark.parametrize("name", ["/nowhere/bot", "tcp:localhost:1", "tcp:x", "unix:/nowhere", "'"])
def test_a_bot_that_is_not_there_is_replaced(name, table):
    assert play(table, (name, "random"), 3).conduct[0] == {"absent": 1, "replaced": 1}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("/nowhere/bot", "it cannot be started: No such file or directory"),
        ("'", "it cannot be started: No closing quotation"),
        ("tcp:localhost:1", "nobody listens there: Connection refused"),
        ("tcp:x", "an address is `tcp:HOST:PORT` or `unix:PATH`"),
        ("unix:/nowhere", "nobody listens there: No such file or directory"),
    ],
)
def test_who_seats_bots_is_told_what_was_wrong(name, said, table):
    done = CliRunner().invoke(group, ["agent", "leduc", name, "random"])
    assert done.exit_code == 0
    assert f"      absent 1: {said}\n      replaced 1\n" in done.output


def test_a_traceback_of_a_bot_is_shown_where_bots_are_tried(tmp_path, capfd):
    (tmp_path / "bot.py").write_text("import this_is_missing", "utf-8")
    name = f"{sys.executable} {tmp_path / 'bot.py'}"
    game = cardwright.load("leduc")
    play(Table(game=game), (name, "random"), 1)
    assert capfd.readouterr().err == ""
    play(Table(game=game, hears=True), (name, "random"), 1)
    assert "No module named 'this_is_missing'" in capfd.readouterr().err


def test_good_bots_play_to_the_end(table):
    played = play(table, (GOOD, GOOD), 4)
    again = table.game.start(2, 4)
    for index in played.choices:
        again.apply(index)

    assert played.conduct == ({}, {})
    assert again.over and again.scores == played.scores


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_bot_in_javascript(table):
    name = f"node {ROOT / 'examples' / 'bots' / 'bot.mjs'}"

    assert play(table, (name, "random"), 4).conduct == ({}, {})


def test_a_bot_at_a_socket(table):
    server = socket.create_server(("localhost", 0))

    def serve():
        with server.accept()[0].makefile("rwb", buffering=0) as lines:
            for line in lines:
                message = json.loads(line)
                FITS.validate(message)
                if message["type"] == "ask":
                    answer = {"type": "answer", "id": message["id"], "option": 0}
                    lines.write(json.dumps(answer).encode() + b"\n")

    threading.Thread(target=serve, daemon=True).start()
    played = play(table, (f"tcp:localhost:{server.getsockname()[1]}", "random"), 4)

    assert played.conduct == ({}, {})


@pytest.mark.parametrize("name", ["dream-tricks", "res-arcana", "goofspiel"])
def test_messages_have_the_form_of_the_schema_and_tell_nothing_hidden(name):
    match = cardwright.load(name).start(seed=2)
    pairs = 0
    for number in range(15):
        if match.over:
            break
        seat = match.decision.player
        line = protocol.written(protocol.ask(match, seat, 1, 5.0, Follower(match, seat).new()))
        FITS.validate(json.loads(line))
        other = swap_hidden(match, seat, number)
        if other is not None:
            twin = cardwright.Match.of(other)
            asked = protocol.ask(twin, seat, 1, 5.0, Follower(twin, seat).new())
            assert protocol.written(asked) == line
            pairs += 1
        match.apply(number % match.decision.count)
    FITS.validate(protocol.hello(match, 0, 5.0))
    FITS.validate(protocol.told(Misconduct("late", "no answer"), False))
    FITS.validate(protocol.over(match, 0))
    assert pairs or name == "goofspiel"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b"", "garbage"),
        (b"\xff\xfe", "garbage"),
        (b"[" * 100_000, "garbage"),
        (b"[]", "garbage"),
        (b'{"type": "answer", "id": 1}', "illegal"),
        (b'{"type": "answer", "id": 1, "option": -1}', "illegal"),
        (b'{"type": "answer", "id": 1, "option": true}', "illegal"),
        (b'{"type": "answer", "id": 1, "option": 1e9}', "illegal"),
    ],
)
def test_what_is_no_answer_is_said(line, kind):
    with pytest.raises(Misconduct) as found:
        protocol.answered(line, 1, ["a", "b"])

    assert found.value.kind == kind


def test_an_answer_to_another_question_is_none():
    assert protocol.answered(b'{"type": "answer", "id": 1, "option": 0}', 2, ["a"]) is None
    assert protocol.answered(b'{"type": "answer", "id": 2, "option": "b"}', 2, ["a", "b"]) == 1


def test_everybody_sits_everywhere():
    found = list(league.pairings(["a", "b", "c"], 2))

    assert sorted(found) == sorted((x, y) for x in "abc" for y in "abc" if x != y)
    assert list(league.pairings(["a", "b"], 3))[:1] == [("a", "b", "a")]


def result(*bots, winner):
    return Played(
        seed=0, bots=bots, scores=(0,) * len(bots), winners=(winner,), outcome="win",
        conduct=({},) * len(bots), choices=(),
    )  # fmt: skip


def test_ratings_follow_what_is_won():
    matches = [result("a", "b", winner=0)] * 30 + [result("a", "b", winner=1)] * 10
    first, second = league.ratings(matches)

    assert (first.bot, second.bot) == ("a", "b")
    # with half a draw: 30.5 to 10.5, 400 points being ten to one
    assert first.rating - second.rating == pytest.approx(185.3, abs=0.5)
    assert first.low < first.rating < first.high and first.matches == 40 and first.wins == 30
    assert first.rating + second.rating == pytest.approx(3000)


def test_a_league_goes_on_where_it_stopped(tmp_path):
    file, table = tmp_path / "league.jsonl", Table(game=cardwright.load("leduc"))
    told = []
    first = league.run(table, ["random", "greedy"], 2, 3, 1, file, told.append)
    again = league.run(table, ["random", "greedy"], 2, 5, 1, file, told.append)

    assert len(first) == 6 and again[:6] == first and len(again) == len(told) == 10


WRONG = ("", "7", "{}", '"seed"', *(f'"{name}": {value}' for name, value in [
    ("seed", '"1"'), ("bots", '"random"'), ("bots", "[1, 2]"), ("scores", '{"a": 1}'),
    ("winners", '["random"]'), ("outcome", "null"), ("conduct", "[1]"), ("choices", "[0.5]"),
    ("winners", "[2]"), ("winners", "[-1]"), ("scores", "[1]"), ("conduct", "[]"),
    ("bots", '["a"]'),
]))  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_line_that_is_no_match_of_a_league_is_named(tmp_path, wrong):
    file, table = tmp_path / "league.jsonl", Table(game=cardwright.load("leduc"))
    league.run(table, ["random", "greedy"], 2, 1, 1, file)
    whole = file.read_text("utf-8")
    line = whole.splitlines()[0][:-1] + f", {wrong}}}" if ":" in wrong else wrong
    file.write_text(f"{whole}{line}\n", "utf-8")

    with pytest.raises(ValueError, match=r"league.jsonl:\d+ is no match of a league"):
        league.run(table, ["random", "greedy"], 2, 1, 1, file)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_commands_show_what_came(lang):
    run = CliRunner().invoke
    match = run(group, ["agent", "leduc", "random", "greedy", "--lang", lang])
    table = run(group, ["league", "leduc", "random", "greedy", "--rounds", "3", "--lang", lang])
    plain = run(group, ["league", "leduc", "random", "greedy", "--rounds", "2", "--json"])
    alone = run(group, ["league", "leduc", "random", "--lang", lang])

    assert match.exit_code == table.exit_code == plain.exit_code == 0, match.output
    assert "greedy" in match.output and "greedy" in table.output
    assert {row["matches"] for row in json.loads(plain.output)} == {4}
    assert alone.exit_code == 2
