"""Check that the small games written by hand and those written as data are the same games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import cardwright
from benchmarks import peers, scaling, small_games
from benchmarks.__main__ import _print_rows
from benchmarks.reference.kuhn_poker import BET, PASS, KuhnPoker
from benchmarks.reference.leduc import CALL, FOLD, RAISE, Leduc
from benchmarks.reference.tic_tac_toe import TicTacToe
from benchmarks.row import TINY
from cardwright.api.match import Match
from cardwright.apps.commands.main import group

FOLDER = Path(__file__).parents[2] / "benchmarks" / "games"
MATCHES = 300
RANKS = {"jack": 1, "queen": 2, "king": 3}


def pile(match: Match, name: str, owner: int = -1) -> list[int]:
    """Return the ranks of the cards of a zone, the top first."""
    st, program = match.state, match.machine.program
    number = next(
        n
        for n, family in enumerate(st.zone_families)
        if program.families[family].key.name == name and st.zone_owners[n] == owner
    )
    ids = [program.game.definitions[st.entity_definitions[card]].id for card in st.zones[number]]
    return [RANKS[each] for each in ids]


def marks(match: Match) -> TicTacToe:
    return TicTacToe.start()


def kuhn(match: Match) -> KuhnPoker:
    return KuhnPoker.start([*pile(match, "hand", 0), *pile(match, "hand", 1)])


def leduc(match: Match) -> Leduc:
    hands = [*pile(match, "hand", 0), *pile(match, "hand", 1)]
    return Leduc.start([*hands, pile(match, "deck")[0]])


CELLS = {
    f"{column}{row}": 3 * row - 3 + place for row in (1, 2, 3) for place, column in enumerate("abc")
}
GAMES: Mapping[str, tuple[Callable[[Match], Any], Mapping[str, int]]] = {
    "tic-tac-toe": (marks, CELLS),
    "kuhn-poker": (kuhn, {"pass": PASS, "bet": BET}),
    "leduc": (leduc, {"fold": FOLD, "call": CALL, "raise": RAISE}),
}


@pytest.mark.parametrize("id_", GAMES)
def test_both_go_the_same_way(id_: str) -> None:
    game = cardwright.load(str(FOLDER / id_), cache=False)
    by_hand, actions = GAMES[id_]
    for seed in range(MATCHES):
        match, random = game.start(seed=seed), Random(seed)
        other = by_hand(match)
        while not match.over:
            labels = match.decision.labels
            assert sorted(actions[label] for label in labels) == sorted(other.legal_actions())
            assert match.decision.player == other.turn
            chosen = random.randrange(len(labels))
            other.apply(actions[labels[chosen]])
            match.apply(chosen)
            assert match.over == other.is_over
        assert winners(other) == set(match.outcome.winners)
        if hasattr(other, "chips"):
            assert match.outcome.rank == tuple((chips,) for chips in other.chips)


def winners(match: Any) -> set[int]:
    """Return who has won: of chips, whoever has the most."""
    if isinstance(match, TicTacToe):
        return set(match.winners)
    return {seat for seat in (0, 1) if match.chips[seat] == max(match.chips)}


@pytest.mark.parametrize("id_", GAMES)
def test_they_are_clean(id_: str) -> None:
    assert CliRunner().invoke(group, ["lint", "--strict", str(FOLDER / id_)]).exit_code == 0


def test_their_rows_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    known = small_games.RIVALS["leduc"]
    rival = replace(known, peer=known.by_hand)
    monkeypatch.setattr(small_games, "RIVALS", {"leduc": rival})
    rows = list(small_games.playing("leduc", TINY))
    assert [row.name for row in rows] == ["decisions/leduc", "decisions-beside-peer/leduc"]
    assert all(row.ratio and row.against for row in rows)


def test_a_missing_peer_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(peers, "_openspiel_game", peers._openspiel_game.__wrapped__)
    measure = partial(small_games.playing, "tic-tac-toe", TINY)
    problems = _print_rows("playing tic-tac-toe", measure, TINY)
    assert problems == ["playing tic-tac-toe failed: import of pyspiel halted; None in sys.modules"]
    assert '"decisions/tic-tac-toe"' in capsys.readouterr().out


def test_a_generated_game_grows_in_one_way() -> None:
    rows = {row.name: row for row in scaling.growing(TINY)}
    sizes = [f"players/{n}" for n in scaling.PLAYERS] + ["cards/50", "cards/500"]
    assert rows.keys() == {f"scaling/{each}" for each in (*sizes, "expansions/1", "expansions/2")}
    assert rows["scaling/cards/50"].ratio == 1
