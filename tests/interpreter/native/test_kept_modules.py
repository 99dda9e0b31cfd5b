"""A module that was kept plays as one that is made, and whatever does not stand is made anew."""

from __future__ import annotations

import pickle
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from msgspec import msgpack
from msgspec.structs import replace

import cardwright
from cardwright.api import cache
from cardwright.api.checks import check
from cardwright.api.folders import CACHE_VARIABLE
from cardwright.api.game import Game
from cardwright.api.loading import find_package
from dsl.model import types as t
from interpreter.native import following as followings
from interpreter.native import playouts
from interpreter.native.driving import Driver
from interpreter.native.engine import Native
from interpreter.native.following import Following
from interpreter.native.making import WALKED_IF_KEPT
from interpreter.native.match import NativeMatch
from interpreter.native.memory import KeptModule, Question, Rows, Settings, packed, unpacked
from interpreter.native.playouts import Playouts, Records
from interpreter.native.position import Positions
from interpreter.walk.assembly import rollout
from interpreter.walk.decision import Site
from interpreter.walk.machine import Machine
from tests.interpreter.small import HEAD, program_of

GAMES = (("equilibrion", 2), ("hearts", 4))
KINDS = (
    *("action", "parameter", "choose", "piece", "unit", "order", "yes-no", "alternative"),
    *("replacement", "trigger"),
)
MADE_FOR = {
    "inside": Settings(),
    "with records": Settings(records=True),
    "driven": Settings(suspends=True),
    "with rows": Settings(suspends=True, rows=Rows(kinds=KINDS, places=4, numbers=4)),
}
SMALL = """
players: {count: 1..3, state: {points: int = 0, turns: int = 0}}
options: {much: {type: bool, default: false}}
actions:
  gain: {in: act, do: "if much, add 2 to me.points; add STEP to me.points"}
  wait: {in: act, do: "add 1 to me.points; add 1 to me.turns"}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 9)", rank: [points]}
"""


@dataclass
class Store:
    """Keeps modules of a game."""

    made_of: str = "a game"
    kept: dict[str, bytes] = field(default_factory=dict)

    def get(self, key: str) -> bytes | None:
        return self.kept.get(key)

    def put(self, key: str, content: bytes) -> None:
        self.kept[key] = content

    def beside(self) -> str:
        """Return the key of what is kept beside code."""
        [found] = [key for key, content in self.kept.items() if unpacked(content) is not None]
        return found


def machine_of(players: int = 2, *, much: bool = False, step: str = "1") -> Machine:
    """Return a machine of a small game."""
    game = program_of(SMALL.replace("STEP", step)).game
    return Game(game, {"much": much}).machine(players)


class Pair:
    """Two machines of one game, as two processes have them, and a module of each: the second is
    taken from where the first was kept."""

    def __init__(self, id_: str, players: int, made_for: str) -> None:
        model, settings = cardwright.load(id_, cache=False).model, MADE_FOR[made_for]
        self.store = Store()
        self.machines = [Game(model, {}).machine(players) for _ in range(2)]
        self.natives = [Native(each, settings, self.store) for each in self.machines]


def is_kept(native: Native) -> bool:
    """Return whether no text was written for a module."""
    return native.making.emitted == 0


# --- it plays as one that is made ---------------------------------------------------------------


@pytest.mark.parametrize("made_for", MADE_FOR)
@pytest.mark.parametrize(("id_", "players"), GAMES)
def test_all_that_is_known_of_its_memory_comes_back(id_: str, players: int, made_for: str) -> None:
    pair = Pair(id_, players, made_for)
    fresh, kept = pair.natives
    used = fresh.constants["HEAP"]

    assert not is_kept(fresh) and is_kept(kept)
    assert kept.memory == fresh.memory
    assert kept.seats == fresh.seats == players
    assert kept.cells[:used] == fresh.cells[:used]


@pytest.mark.parametrize(("id_", "players"), GAMES)
def test_it_is_driven_as_one_that_is_made(id_: str, players: int) -> None:
    pair = Pair(id_, players, "driven")
    matches = [NativeMatch(native) for native in pair.natives]
    readers = [
        Positions(machine, native.memory)
        for machine, native in zip(pair.machines, pair.natives, strict=True)
    ]
    chance, taken = Random(5), 0
    counts = [match.begin(11) for match in matches]
    while counts[0] and taken < 60:
        told = []
        for match, reader in zip(matches, readers, strict=True):
            cells, status = match.native.cells, match.status
            st, asked = reader.read(cells, status), reader.ask(cells, status)
            told.append((match.count, asked, st.values, st.zones, st.places, st.chance))
        assert told[0] == told[1]
        index, taken = chance.randrange(counts[0]), taken + 1
        counts = [match.answer(index) for match in matches]
    assert counts[0] == counts[1] and taken > 30


@pytest.mark.parametrize(("id_", "players"), GAMES)
def test_it_plays_at_random_and_records_as_one_that_is_made(id_: str, players: int) -> None:
    pair, names = Pair(id_, players, "inside"), ("a", "b", "c", "d")[:players]
    rollouts = [Playouts(each, pair.store, walked=0).rollout(9, 4, names) for each in pair.machines]
    assert rollouts[0] == rollouts[1]

    told = []
    for machine in pair.machines:
        records = Records(machine, pair.store, walked=0)
        assert records.is_made()
        rows = records.play(range(3, 9), str, 10_000)
        told.append((records.kinds, records.events, records.actions, records.questions, rows))
    assert told[0] == told[1]


TYPES = [
    *(t.INT, t.EnumType("color"), t.EntityType("card"), t.TargetType(""), t.DefinitionType("x")),
    *(t.ZoneType("card"), t.ListOf(t.ListOf(t.PLAYER, False)), t.SetOf(t.Maybe(t.BOOL))),
    *(t.BagOf(t.EnumType("coin")), t.AmountOf(t.EnumType("coin")), t.Maybe(t.KIND)),
]
SITES: list[Site] = [7, ("action", 2, 1), ("phase", 0), ("event", "part"), ("queue",)]


def test_questions_of_every_type_and_site_come_back() -> None:
    assert {*map(type, TYPES)} == {*get_args(t.Type)}
    questions = tuple(Question("choose", type_, site) for type_ in (None, *TYPES) for site in SITES)
    memory = replace(Native(machine_of()).memory, questions=questions)

    assert unpacked(packed(KeptModule("code", memory))) == KeptModule("code", memory)


def test_no_text_is_written_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a text is written")

    store = Store()
    Native(machine_of(), store=store)
    monkeypatch.setattr("interpreter.native.emit.module.emit", refuse)
    assert is_kept(Native(machine_of(), store=store))
    with pytest.raises(AssertionError, match="a text is written"):
        Native(machine_of(), Settings(suspends=True), store)


def test_fewer_decisions_are_walked_before_a_kept_one_is_taken() -> None:
    store, nobody = Store(), Store("")
    for settings in MADE_FOR.values():
        Native(machine_of(), settings, store)
        Native(machine_of(), settings, nobody)
    rows = MADE_FOR["with rows"].rows

    def left(store: Store | None) -> list[int]:
        machine = machine_of()
        machine.modules = store
        drivers = Driver(machine, store), Driver(machine, store, rows=rows)
        waiting = *drivers, Records(machine, store), Following.of(machine)
        return [each.left for each in waiting]

    assert left(store) == [WALKED_IF_KEPT] * 4
    for other in (None, nobody, Store("another game", store.kept)):
        assert left(other) == [playouts.WALKED] * 3 + [followings.WALKED]
    assert Driver(machine_of(), store, walked=5_000).left == 5_000


def test_random_matches_take_a_kept_one_after_few_decisions() -> None:
    store, names = Store(), ("a", "b")
    Native(machine_of(), store=store)
    fresh, kept = Playouts(machine_of()), Playouts(machine_of(), store)
    want = rollout(machine_of(), 40, 3, names)

    assert fresh.rollout(40, 3, names) == kept.rollout(40, 3, names) == want
    assert WALKED_IF_KEPT < want.decisions < playouts.WALKED
    assert (fresh._native is None, kept._native is None) == (True, False)


# --- whose it is --------------------------------------------------------------------------------


def test_another_game_setting_or_number_of_players_has_its_own() -> None:
    store, other = Store(), Store("another game")
    other.kept = store.kept
    made = [
        Native(machine_of(), store=store),
        Native(machine_of(3), store=store),
        Native(machine_of(much=True), store=store),
        Native(machine_of(), Settings(suspends=True), store),
        Native(machine_of(step="3"), store=other),
    ]

    assert not any(map(is_kept, made))
    assert is_kept(Native(machine_of(), store=store))
    assert is_kept(Native(machine_of(step="3"), store=other))


def test_a_game_that_nobody_can_tell_apart_keeps_code_alone() -> None:
    store = Store("")
    first, second = (Native(machine_of(), store=store) for _ in range(2))

    assert len(store.kept) == 1
    assert first.making.size > 0
    assert second.making.size == 0 and not is_kept(second)
    assert Native(machine_of(step="3"), store=store).making.size > 0


# --- what does not stand ------------------------------------------------------------------------


def damages(content: bytes) -> list[bytes]:
    """Return what cannot be what was kept."""
    kept = unpacked(content)
    assert kept is not None
    return [
        *(content[: len(content) * part // 8] for part in range(8)),
        *(b"", b"\xc0", b"\xff" * 80, msgpack.encode([1, 2]), msgpack.encode({"code": kept.code})),
        msgpack.encode({"code": kept.code, "memory": {"constants": {"MT": "x"}}}),
        packed(KeptModule("no-code", kept.memory)),
    ]


def test_what_is_damaged_is_made_anew_and_kept_again() -> None:
    store = Store()
    Native(machine_of(), store=store)
    key = store.beside()
    whole = store.kept[key]
    for damaged in damages(whole):
        store.kept[key] = damaged
        found = Native(machine_of(), store=store)
        assert not is_kept(found)
        assert found.making.size == 0, "its code was kept"
        assert store.kept[key] == whole
    assert is_kept(Native(machine_of(), store=store))


@pytest.mark.parametrize("part", [0, 1, 2])
def test_without_its_code_it_is_made_anew(part: int) -> None:
    store = Store()
    first = Native(machine_of(), store=store)
    [code] = store.kept.keys() - {store.beside()}
    store.kept[code] = store.kept[code][: len(store.kept[code]) * part // 3]
    second = Native(machine_of(), store=store)
    third = Native(machine_of(), store=store)
    del store.kept[code]
    fourth = Native(machine_of(), store=store)

    assert [each.making.size > 0 for each in (second, third, fourth)] == [True, False, True]
    assert is_kept(third)
    for native in (first, second, third, fourth):
        native.take_chance(Random(3))
        assert native.rollouts(5, 4) == 4
        assert native.rows(4) == first.rows(4)


# --- in the cache of the user -------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a game, and a cache beside it."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(playouts, "WALKED", 0)
    write(tmp_path / "one", SMALL.replace("STEP", "1"))
    return tmp_path


def write(package: Path, text: str) -> None:
    """Write a package of one file."""
    package.mkdir(exist_ok=True)
    (package / "game.yaml").write_text(HEAD + text, encoding="utf-8")


def native_of(folder: Path) -> Native:
    """Return the module of a package, loaded as another process would."""
    package = find_package(str(folder))
    checked = check(package, cache=True)
    game = Game.of(checked.sound(), package, {}, True, checked.made_of)
    return Native(game.machine(2), store=game.store)


def test_the_cache_of_a_game_keeps_its_module(folder: Path) -> None:
    first, second = native_of(folder / "one"), native_of(folder / "one")
    shutil.copytree(folder / "one", folder / "two")
    other = native_of(folder / "two")

    assert (first.making.size > 0, is_kept(second)) == (True, True)
    assert other.making.size == 0, "the code of a copy is the same"
    assert len([*folder.rglob("native-*")]) == 3


def test_a_comment_leaves_the_code(folder: Path) -> None:
    first = native_of(folder / "one")
    write(folder / "one", SMALL.replace("STEP", "1") + "# a comment\n")
    again = native_of(folder / "one")

    assert first.making.size > 0
    assert again.making.size == 0 and not is_kept(again)


def test_games_that_differ_in_the_order_of_state_alone_are_two(folder: Path) -> None:
    text = SMALL.replace("STEP", "1")
    other = text.replace("points: int = 0, turns: int = 0", "turns: int = 0, points: int = 0")
    found = []
    for said in (text, other):
        write(folder / "one", said)
        native = native_of(folder / "one")
        assert not is_kept(native)
        found.append(check(find_package(str(folder / "one")), cache=True))

    assert len({each.sound().digest for each in found}) == 1, "its digest tells no order"
    assert len({each.made_of for each in found}) == 2


def test_another_version_of_the_program_makes_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    native_of(folder / "one")
    monkeypatch.setattr(cache, "_program", lambda *_: b"another version")

    assert native_of(folder / "one").making.size > 0


def test_without_the_cache_nothing_is_kept(folder: Path) -> None:
    game = cardwright.load(folder / "one", cache=False)
    game.rollout(3)

    assert game.store is None
    assert not [*folder.rglob("native-*")]


def test_a_game_in_another_process_knows_what_it_is_made_of(folder: Path) -> None:
    content = cardwright.load(folder / "one").rules()
    one, other = (Game.of_rules(content, None, {}, True) for _ in range(2))
    travelled = pickle.loads(pickle.dumps(cardwright.load(folder / "one")))

    assert not is_kept(Native(one.machine(2), store=one.store))
    assert is_kept(Native(other.machine(2), store=other.store))
    assert is_kept(Native(travelled.machine(2), store=travelled.store))


def test_rules_that_were_changed_by_a_program_are_told_apart(folder: Path) -> None:
    game = cardwright.load(folder / "one")
    changed = Game(replace(game.model, actions=game.model.actions[:1]), game.options)
    told = [Game.of_rules(each.rules(), None, {}, True).store for each in (game, changed)]

    assert changed.store is None
    assert told[0].made_of != told[1].made_of
