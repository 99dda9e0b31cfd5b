"""Count the moves of chess from known positions; the numbers are those that all programs find.

From https://www.chessprogramming.org/Perft_Results: how many ways there are to make so many moves.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.api.folders import CLASSICS
from cardwright.api.match import Match
from tests.classics.page import ROOT

PACKAGE = ROOT / CLASSICS / "chess"
MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
POSITIONS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": (20, 400, 8_902),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": (48, 2_039, 97_862),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": (14, 191, 2_812),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": (6, 264, 9_467),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": (44, 1_486, 62_379),
}
QUICK = 300
"""The suite counts fewer moves than this; the long proofs count all."""


def opened(position: str, folder: Path) -> Match:
    """Return a match that begins at a position in the notation of Forsyth and Edwards.

    The package is copied with another set-up. Everything is asked, single options too.
    """
    rows, turn, rights, _ = position.split()
    steps = [] if turn == "w" else ["set start-player to seats[2]"]
    for right in rights.strip("-"):
        file, seat = "a" if right in "qQ" else "h", 1 if right.isupper() else 2
        steps.append(f"set seats[{seat}].castles to seats[{seat}].castles + [{file}]")
    for rank, row in zip(range(8, 0, -1), rows.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            cell = f"{'abcdefgh'[file]}{rank}"
            steps.append(f"set {cell}.man to {MEN[letter.lower()]}")
            steps.append(f"set {cell}.side to seats[{1 if letter.isupper() else 2}]")
            file += 1
    before, rest = PACKAGE.joinpath("game.yaml").read_text("utf-8").split("\nsetup: |\n")
    setup = "".join(f"  {step}\n" for step in steps)
    phases = rest[rest.index("phases:") :]
    folder.joinpath("game.yaml").write_text(f"{before}\nsetup: |\n{setup}{phases}", "utf-8")
    return cardwright.load(str(folder)).start(ask_all=True, events=False)


def moves(match: Match) -> list[tuple[str, ...]]:
    """Return all moves as labels: the action, a man, its cell, and what it becomes."""
    found = []
    begun = match.clone()
    if begun.decision:
        begun.apply("go")
    for man in begun.decision.labels if begun.decision else ():
        chosen = begun.clone()
        chosen.apply(man)
        assert chosen.decision
        for cell in chosen.decision.labels:
            becomes: tuple[str, ...] = ()
            if cell[1] in "18":
                after = chosen.clone()
                after.apply(cell)
                if after.decision and after.decision.player == chosen.decision.player:
                    becomes = after.decision.labels
            found += [("go", man, cell, each) for each in becomes] or [("go", man, cell)]
    return found


def ways(match: Match, depth: int) -> int:
    """Return how many ways there are to make so many moves."""
    if depth == 1:
        return len(moves(match))
    found = 0
    for move in moves(match):
        after = match.clone()
        after.apply(move)
        found += ways(after, depth - 1)
    return found


@pytest.mark.parametrize("position", POSITIONS)
def test_moves_are_as_many_as_all_programs_find(position: str, tmp_path: Path) -> None:
    match = opened(position, tmp_path)

    assert len(moves(match)) == POSITIONS[position][0]
    if POSITIONS[position][1] < QUICK:
        assert ways(match, 2) == POSITIONS[position][1]


@pytest.mark.soak
@pytest.mark.parametrize("position", POSITIONS)
def test_two_and_three_moves_are_as_many(position: str, tmp_path: Path) -> None:
    match = opened(position, tmp_path)

    assert (ways(match, 2), ways(match, 3)) == POSITIONS[position][1:]
