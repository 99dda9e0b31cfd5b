"""The last screen of a match: who won, the table and the last events, at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from cardwright.apps.commands.main import group
from cardwright.apps.face.words import say
from cardwright.apps.screen.model import End, Score, Shown, View
from cardwright.apps.table.terminal.session import end_lines
from dsl.languages import OWN
from dsl.records import fields_of

GAMES = [("dream-tricks", 3), ("go-fish", 3), ("worldmonger", 3), ("equilibrion", 1)]
LONG = [
    pytest.param(game, players, lang, marks=pytest.mark.soak)
    for number, (game, players) in enumerate(GAMES)
    for at, lang in enumerate(OWN)
    if (number, at) not in ((0, 0), (1, 1))
]
HEIGHT = 24
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("game", "players", "lang"), [(*GAMES[0], OWN[0]), (*GAMES[1], OWN[1]), *LONG]
)
def test_the_end_of_a_match_is_one_screen(game: str, players: int, lang: str) -> None:
    """What is printed behind the last answer, and the shell's own line, fit the terminal."""
    words = ["play", game, "--players", str(players), "--seed", "3", "--lang", lang]
    words += ["--opponent", "random"]
    env = {"LANG": "C", "LC_ALL": "", "COLUMNS": "80", "LINES": str(HEIGHT)}
    done = CliRunner(env=env).invoke(group, words, input="1\n" * 3000)
    last = done.stdout.rpartition("\n> ")[2].splitlines()
    head = say(lang, "outcome-is", outcome="")
    (over,) = [line for line in last if line.startswith(head.rstrip())]

    assert len(last) < HEIGHT
    assert max(map(cell_len, last)) <= 80
    assert len(over) > len(head)


def ended(players: int) -> View:
    """Return what matters here of a view: its end."""
    parts = tuple(Shown(name=f"p{n}", label=f"points of kind {n}", text="10") for n in range(6))
    scores = tuple(
        Score(seat=n, name=f"player{n}", place=n + 1, has_won=not n, parts=parts)
        for n in range(players)
    )
    end = End(kind="win", text="player0 won", reason="", scores=scores)
    return View(**dict.fromkeys(fields_of(View)) | {"language": "en", "end": end})


def test_many_players_stand_close() -> None:
    few, many = end_lines(ended(2), 80, 12), end_lines(ended(10), 80, 12)

    assert few[1].startswith("★ 1. player0  points of kind 0: 10")
    assert all(any(f"{n + 1}. player{n}" in line for line in many) for n in range(10))
    assert len(many) < len(end_lines(ended(10), 80, 100))


@pytest.mark.parametrize(
    ("rank", "label"),
    [
        ("points", "points"),
        ("won-rounds", "won rounds"),
        ("-points", "points"),
        ("worth-of", "worth of"),
    ],
)
def test_a_number_without_a_text_is_called_by_its_name(rank: str, label: str, tmp_path) -> None:
    text = (ROOT / "examples" / "high-card" / "game.yaml").read_text("utf-8")
    text = text.replace("{points: int = 0}", "{points: int = 0, won-rounds: int = 0}")
    text = text.replace("add 1 to p.points", "add 1 to p.points; add 1 to p.won-rounds")
    text = text.replace("events:", "values:\n  worth-of(player p) -> int: p.points\nevents:", 1)
    (tmp_path / "high-card").mkdir()
    game = tmp_path / "high-card" / "game.yaml"
    game.write_text(text.replace("rank: points", f"rank: {rank}"), "utf-8")
    words = ["play", str(tmp_path / "high-card"), "--auto", "--seed", "7", "--lang", "en"]
    ended = CliRunner().invoke(group, words).stdout.partition("The match is over")[2]

    assert re.search(rf"★ 1\. \w+  {label}: \d", ended), ended
