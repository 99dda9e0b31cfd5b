"""The compiled build: the courses of plain Python, and plain words where it is missing."""

from __future__ import annotations

import ast
import re
import shutil
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from types import UnionType
from typing import Any, get_origin

import pytest
from click.testing import CliRunner

import cardwright
from benchmarks import small_games
from cardwright.compiled import building
from cardwright.compiled.inferred import TUPLE, Types
from cardwright.compiled.loading import Functions
from cardwright.compiled.rewritten import Rewritten
from cardwright.compiled.settled import Certain
from cardwright.compiled.sources import LEFT, PACKAGE, SHARED, _moved, machine_sources
from cardwright.compiled.tuned import TUNED
from cardwright.compiled.typed import typed
from cardwright.errors import NotBuilt
from cardwright.main import group
from interpreter.compile.program import assemble_program
from interpreter.run.assembly import assemble_machine
from interpreter.run.rollout import rollout

COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
MISSING = [name for name in ("mypyc", "setuptools") if find_spec(name) is None]
can_build = pytest.mark.skipif(
    bool(MISSING) or shutil.which(COMPILER) is None,
    reason="needs the extra `compiled` (mypy, setuptools) and a C compiler",
)
NAMES = ("ada", "bo", "cy", "di")


@pytest.fixture
def folder(request, monkeypatch):
    """Give a cache folder that later runs of the tests find again: building takes a minute."""
    monkeypatch.setattr(building, "SPEED", "0")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(request.config.cache.mkdir("compiled")))


@can_build
def test_a_game_takes_the_same_course(folder):
    path = small_games.FOLDER / "leduc"
    pure = cardwright.load(path, cache=False, build="pure")
    compiled = cardwright.load(path, cache=False, build="compiled")

    assert type(compiled.machine(2)).__module__.startswith("cardwright_")
    assert _rolled_out(pure) == _rolled_out(compiled)
    assert [_course(pure, seed) for seed in range(5)] == [_course(compiled, s) for s in range(5)]


def _rolled_out(game):
    found = game.rollout(200, seed=3)
    return found.decisions, found.outcomes


def _course(game, seed):
    """Return what programs and people see of a match, and its saved form, step by step."""
    match, found = game.start(2, seed), []
    while not match.over:
        decision = match.decision
        seen = match.observe(decision.player)
        found.append((match.digest(), decision.labels, seen, match.save()))
        assert game.restore(match.save()).digest() == match.digest()
        match = match.clone()
        match.apply(seed % len(decision.labels))
    return found, match.digest()


@pytest.mark.parametrize(
    "id_, players, matches",
    [("dream-tricks", 4, 10), ("equilibrion", 1, 3), ("worldmonger", 2, 3), ("res-arcana", 2, 1)],
)
def test_the_typed_source_means_the_same(id_, players, matches):
    game = cardwright.load(id_)
    program = assemble_program(game.model, game.settings(players), players)
    loosely = id_ == "worldmonger"
    made = Functions(lambda text, names: _plainly(text, names, program, loosely=loosely))
    machine = assemble_machine(program, store=made)
    names = NAMES[:players]

    typed_course = rollout(machine, matches, 5, names)
    assert typed_course == rollout(game.machine(players), matches, 5, names)
    assert typed_course.decisions > matches


def _plainly(text, namespace, program, *, loosely=False):
    """Run the source that is written for mypyc by plain Python, which looks at every type named."""
    source = typed(text, namespace, "a test", program, loosely=loosely)
    source = source.replace(f"from {PACKAGE}.bound import namespace\n", "")
    source = re.sub(rf"from {PACKAGE}\.(state|run)", r"from interpreter.\1", source)
    found = {"namespace": namespace, "looked_at": _looked_at}
    exec(re.sub(r"\bcast\(", "looked_at(", source), found)
    return found


def _looked_at(type_, value):
    wanted = type_ if isinstance(type_, UnionType) else get_origin(type_) or type_
    assert wanted is Any or isinstance(value, wanted), (type_, value)
    return value


class TestRewriting:
    """What machine code does by other means than plain Python."""

    def test_what_can_be_seen_is_looked_up_in_a_row(self):
        text = "def f(st, me, x):\n    return shown[me].issuperset(map(st.places.__getitem__, x))"
        assert _rewritten(text).endswith("return all_within(rows[me], st.places, x)")

    def test_a_card_is_left_out_at_once(self):
        text = "def f(Z, old, x):\n    left = Z[old] = Z[old].copy()\n    left.remove(x)"
        assert _rewritten(text).endswith("    Z[old] = without(Z[old], x)")

    def test_constants_are_made_once(self):
        rewritten = Rewritten()
        tree = rewritten.visit(ast.parse("f(('a', 1), ('a', 1), (2, 3))"))
        assert ast.unparse(tree) == "f(constant_0, constant_0, constant_1)"
        assert rewritten.types() == {"constant_0": "tuple[Any, ...]", "constant_1": TUPLE}

    def test_what_is_not_none_has_a_name_of_its_own(self):
        text = "def f(V):\n    v4 = V[4]\n    if v4 is None:\n        return 0\n    return v4"
        found = ast.unparse(
            ast.fix_missing_locations(Certain(lambda place: True).visit(ast.parse(text)))
        )
        assert found.endswith("    v4_there = cast(int, v4)\n    return v4_there")
        kept = ast.unparse(Certain(lambda place: False).visit(ast.parse(text)))
        assert kept == text


def _rewritten(text):
    return ast.unparse(ast.fix_missing_locations(Rewritten().visit(ast.parse(text))))


def test_types_are_found():
    text = """
def loop_0(st, l1):
    Z = st.zones
    top = found = None
    for l0 in Z[l1]:
        score = st.values[8 + l0 * 5]
        if top is None or score > top: top, found = score, l0
    return found

def value_0(st, l0):
    v3 = st.values[3]
    if v3 is None: return ()
    return tuple([l1 for l1 in st.zones[l0] if st.places[l1] == loop_0(st, l1)])

def plain_0(st, me):
    return value_0(st, 4)
"""
    functions = ast.parse(text).body
    types = Types(
        functions, {}, {"loop_0": ("State", ""), "value_0": ("State", "")},
        lambda place: "int" if isinstance(place, ast.BinOp) else "int | None", has_slots=False,
    )  # fmt: skip

    assert types.results == {"loop_0": "int | None", "value_0": TUPLE, "plain_0": TUPLE}
    assert types.names["loop_0"] == {
        "st": "State", "l1": "int", "Z": "list[list[int]]", "top": "int | None",
        "found": "int | None", "l0": "int", "score": "int",
    }  # fmt: skip
    assert types.names["value_0"] == {"st": "State", "l0": "int", "v3": "int | None"}
    assert types.names["plain_0"]["me"] == "Any"


@pytest.mark.parametrize("place", sorted(TUNED))
def test_what_is_said_otherwise_is_there(place):
    text = _moved(Path(f"interpreter/{place}.py").read_text())
    for before, after in TUNED[place]:
        assert before in text
        text = text.replace(before, after)


def test_what_is_compiled_does_not_lean_on_what_is_not():
    """A compiled class must not stand on one of plain Python, nor take constants from there."""
    for place, text in machine_sources().items():
        own = f"interpreter.{place.replace('/', '.')}"
        found = re.findall(r"^ *from (interpreter\.(?:run|state)\.\w+) import (.*)$", text, re.M)
        for module, names in found:
            is_left = module.rpartition(".")[2] in (*LEFT, *SHARED)
            assert module == own or is_left, (place, module, names)


def test_named_tuples_are_those_of_the_original():
    text = machine_sources()["run/matching"]

    assert "(NamedTuple)" not in text
    assert "from interpreter.run.matching import Raised" in text


def test_it_says_that_the_extra_is_missing(monkeypatch):
    monkeypatch.setattr(building, "find_spec", lambda name: None)

    with pytest.raises(NotBuilt, match=r"pip install 'cardwright\[compiled\]'"):
        cardwright.load("dream-tricks", build="compiled").start(2)


@can_build
def test_it_says_that_a_c_compiler_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler -O2")

    with pytest.raises(NotBuilt, match="`no-such-compiler` is not there") as caught:
        cardwright.load("dream-tricks", build="compiled").start(3)
    assert caught.value.reason == "no-c-compiler"
    assert list(tmp_path.glob("compiled/*")) == []


@can_build
def test_it_says_that_the_cache_is_off(monkeypatch):
    monkeypatch.setenv("CARDWRIGHT_CACHE", "off")

    with pytest.raises(NotBuilt, match="the cache is off"):
        cardwright.load("equilibrion", build="compiled").start(1)


@can_build
def test_a_compiler_that_fails_leaves_its_words(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(building, "machine_sources", lambda: {"run/wrong": "x: int = 'no'\n"})

    with pytest.raises(NotBuilt, match=r"failed\.log"):
        building.machine_package()
    words = (tmp_path / "compiled" / "failed.log").read_text()
    assert "run/wrong.py:1: error: Incompatible types" in words


def test_the_variable_asks_for_it(monkeypatch):
    monkeypatch.setenv("CARDWRIGHT_BUILD", "compiled")

    assert cardwright.load("worldmonger").build == "compiled"
    assert cardwright.load("worldmonger", build="pure").build == "pure"
    monkeypatch.delenv("CARDWRIGHT_BUILD")
    assert cardwright.load("worldmonger").build == "pure"


def test_there_are_two_builds():
    with pytest.raises(ValueError, match="no build `fast`; there are: pure, compiled"):
        cardwright.load("worldmonger", build="fast")


def test_the_command_says_what_is_wrong(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setenv("CARDWRIGHT_BUILD", "fast")
    words = ["sim", "dream-tricks", "-n", "1"]
    done = CliRunner().invoke(group, words)

    assert (done.exit_code, "possible: pure, compiled" in done.output) == (2, True)
    monkeypatch.setattr(building, "find_spec", lambda name: None)
    done = CliRunner().invoke(group, [*words, "--compiled"])

    assert done.exit_code == 2
    assert done.output == (
        "error: the compiled build needs mypyc: pip install 'cardwright[compiled]'\n"
    )
