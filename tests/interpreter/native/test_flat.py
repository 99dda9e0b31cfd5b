"""Flat text does in WebAssembly what Python does with the same text."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from interpreter.native.flat.module import module_bytes
from interpreter.native.flat.syntax import FlatError, signed, unsigned, wrapped
from tests.interpreter.native.running import Running, in_python

VARIABLES = ("a", "b", "c")
NUMBERS = some.one_of(
    some.integers(-20, 20), some.integers(-(1 << 63), (1 << 63) - 1), some.sampled_from([1 << 31])
)


@cache
def values(depth: int) -> some.SearchStrategy[str]:
    """Return texts of expressions."""
    leaves = some.one_of(
        some.sampled_from(VARIABLES), NUMBERS.map(lambda n: f"({n})"), some.just("M[(a & 7) + 1]")
    )
    if not depth:
        return leaves
    inner = values(depth - 1)
    both = some.tuples(inner, some.sampled_from(["+", "-", "*", "&", "|", "^"]), inner)
    return some.one_of(
        leaves,
        both.map(lambda x: f"({x[0]} {x[1]} {x[2]})"),
        some.tuples(inner, some.sampled_from(["<<", ">>"]), some.integers(0, 63)).map(
            lambda x: f"({x[0]} {x[1]} {x[2]})"
        ),
        inner.map(lambda x: f"(-{x})"),
        inner.map(lambda x: f"(~{x})"),
        some.tuples(inner, conditions(depth - 1), inner).map(
            lambda x: f"({x[0]} if {x[1]} else {x[2]})"
        ),
        conditions(depth - 1).map(lambda x: f"(1 if {x} else 0)"),
    )


@cache
def conditions(depth: int) -> some.SearchStrategy[str]:
    """Return texts of conditions."""
    signs = some.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    compared = some.tuples(values(0), signs, values(0)).map(" ".join)
    if not depth:
        return compared
    inner = conditions(depth - 1)
    return some.one_of(
        compared,
        some.tuples(inner, some.sampled_from(["and", "or"]), inner).map(
            lambda x: f"({x[0]} {x[1]} {x[2]})"
        ),
        inner.map(lambda x: f"(not {x})"),
        values(depth - 1),
    )


@some.composite
def bodies(draw, depth: int = 3, loops: int = 0) -> list[str]:
    """Return lines of statements; loops count in variables of their own, so that all end."""
    out: list[str] = []
    for _ in range(draw(some.integers(1, 3))):
        kind = draw(some.sampled_from(["set", "add", "cell", "if", "for", "while", "call"]))
        value = draw(values(2))
        name = draw(some.sampled_from(VARIABLES))
        if kind == "add":
            out.append(f"{name} += {value}")
        elif kind == "cell":
            out.append(f"M[(b & 7) + 1] = {value}")
        elif kind == "call":
            out.append(f"{name} = helper({value}, {draw(some.sampled_from(VARIABLES))})")
        elif depth and kind == "if":
            inner = draw(bodies(depth - 1, loops))
            other = draw(bodies(depth - 1, loops))
            out += [f"if {draw(conditions(2))}:", *indented(inner), "else:", *indented(other)]
        elif depth and kind == "for" and loops < 2:
            inner = draw(bodies(depth - 1, loops + 1))
            times = draw(some.integers(0, 4))
            out += [f"for i{loops} in range({times}):", *indented([f"a += i{loops}", *inner])]
        elif depth and kind == "while" and loops < 2:
            inner = draw(bodies(depth - 1, loops + 1))
            out += [f"n{loops} = {draw(some.integers(0, 4))}", f"while n{loops} > 0:"]
            out += indented([f"n{loops} -= 1", *inner])
        else:
            out.append(f"{name} = {value}")
    return out


def indented(lines: list[str]) -> list[str]:
    """Return lines as the body of a statement."""
    return ["    " + line for line in lines]


def program(body: list[str]) -> str:
    """Return a text with one function to call, and a small one to inline."""
    lines = ["def helper(x, y):", "    if x > y:", "        return x - y", "    return y * 3 - x"]
    lines += ["def run(a, b, c):", *indented(body), "    return a ^ (b * 3) ^ (c * 7) ^ M[3]"]
    return "\n".join(lines) + "\n"


@settings(max_examples=40, deadline=None)
@given(bodies(), some.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_a_text_gives_what_python_gives(body, numbers):
    text, memory = program(body), [0, 5, -3, 8, 1 << 40, 7, 7, 0, 2, 9]
    running = Running(text, ["run"], data={0: memory})

    assert running.call("run", *numbers) == in_python(text, "run", *numbers, memory=memory)


@settings(max_examples=40, deadline=None)
@given(some.integers(-(1 << 63), (1 << 63) - 1))
def test_numbers_of_every_length_are_read_back(n):
    assert Running(f"def run():\n    return {n}\n", ["run"]).call("run") == n
    assert _read(signed(n), is_signed=True) == n
    assert _read(unsigned(abs(n)), is_signed=False) == abs(n)


def _read(raw: bytes, is_signed: bool) -> int:
    total = sum((byte & 127) << 7 * n for n, byte in enumerate(raw))
    assert all(byte & 128 for byte in raw[:-1]) and not raw[-1] & 128
    return total - (1 << 7 * len(raw)) if is_signed and raw[-1] & 64 else total


@settings(max_examples=40, deadline=None)
@given(NUMBERS, NUMBERS.filter(bool), some.integers(0, 63))
def test_instructions_by_name(a, b, n):
    whole = (1 << 64) - 1
    text = "".join(
        f"def f_{name}(x, y):\n    return {call}\n"
        for name, call in (
            *((name, f"{name}(x, y)") for name in ("shr_u", "div_u", "rem_u", "rotl", "rotr")),
            *((name, f"{name}(x)") for name in ("ctz", "popcnt")),
        )
    )
    run = Running(
        text, [f"f_{name}" for name in ("shr_u", "div_u", "rem_u", "rotl", "rotr", "ctz", "popcnt")]
    ).call
    x, y = a & whole, b & whole

    assert run("f_shr_u", a, n) == wrapped(x >> n)
    assert run("f_div_u", a, b) == wrapped(x // y)
    assert run("f_rem_u", a, b) == wrapped(x % y)
    assert run("f_rotl", a, n) == wrapped(x << n | x >> 64 - n)
    assert run("f_rotr", a, n) == wrapped(x >> n | x << 64 - n)
    assert run("f_ctz", b, 0) == (y & -y).bit_length() - 1
    assert run("f_popcnt", a, 0) == x.bit_count()


@some.composite
def courses(draw) -> tuple[str, list[tuple[int, ...]]]:
    """Return basic blocks as flat text, and where each of them goes on: even, odd."""
    many = draw(some.integers(2, 6))
    nexts = []
    for n in range(many):
        low = draw(some.integers(0, n))  # back to itself or one before, else to the one behind
        nexts.append((n + 1, draw(some.sampled_from([low, n + 1, many]))))
    lines = ["def run(x):", "    n = 0"]
    for n, (_, other) in enumerate(nexts):
        lines += [f"    label(L{n})", f"    x = x * 5 + {n}", "    n += 1"]
        lines += ["    if n < 60 and (x & 4):", f"        goto(L{other})"]
    lines += [f"    label(L{many})", "    return x"]
    return "\n".join(lines) + "\n", nexts


@settings(max_examples=40, deadline=None)
@given(courses(), some.integers(0, 1000))
def test_jumps_go_where_they_say(course, x):
    text, nexts = course
    at, n, want = 0, 0, x
    while at < len(nexts):
        want, n = wrapped(want * 5 + at), n + 1
        at = nexts[at][1] if n < 60 and want & 4 else at + 1
    try:
        running = Running(text, ["run"])
    except FlatError as error:
        assert "a jump into a loop" in str(error)
        return

    assert running.call("run", x) == want


def test_a_block_is_left_from_within_its_loops():
    text = """
def run(x):
    n = 0
    with block(found):
        while True:
            for i in range(10):
                n += 1
                if n == x:
                    leave(found)
        n = 0
    return n
"""
    assert [Running(text, ["run"]).call("run", n) for n in (1, 10, 33)] == [1, 10, 33]


def test_constants_choose_branches_that_need_not_be_there():
    text = "def run(x):\n    return x + PLACE * 2 if FAST else nowhere(x)\n"

    assert Running(text, ["run"], {"FAST": 1, "PLACE": 20}).call("run", 2) == 42
    with pytest.raises(FlatError, match=r"nowhere\(\) in run: there is no such function"):
        module_bytes(text, {"FAST": 0, "PLACE": 20}, [], {}, 10, ["run"])


def test_what_no_export_calls_stays_out():
    text = (
        "def run():\n    return used()\ndef used():\n    return 3\ndef lost():\n    return none()\n"
    )

    assert Running(text, ["run"]).call("run") == 3


def test_globals_stay_between_calls_and_cells_too():
    text = "def run(x):\n    g_sum += x\n    M[g_sum] = x\n    M[5] += 2\n    return g_sum\n"
    running = Running(text, ["run"], globals_=["g_sum"])

    assert [running.call("run", 2), running.call("run", 7)] == [2, 9]
    assert (running.get("g_sum"), running.cells[2], running.cells[9]) == (9, 2, 7)
    assert running.cells[5] == 4


@settings(max_examples=50, deadline=None)
@given(some.integers(0, (1 << 53) - 1), some.integers(1, 1000))
def test_a_scaled_number_is_rounded_as_python_does(x, n):
    running = Running("def run(x, n):\n    return scaled(x, n)\n", ["run"])

    assert running.call("run", x, n) == int(x * 2.0**-53 * n)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def run():\n    return x\n", "x in run: no variable and no constant"),
        ("def run():\n    return 1 < 2 < 3\n", "one comparison at a time"),
        ("def run():\n    goto(L)\n", "L in run"),
        ("def run(x):\n    for i in x:\n        pass\n", "only ranges"),
        ("def run(x):\n    del x\n", "no statement of flat text"),
        ("def run(x):\n    return [x]\n", "no expression of flat text"),
        ("def run(x):\n    return run()\n", "1 arguments"),
        ("def run(K):\n    return K\n", "gives .'K'. a value"),
        ("def run():\n    return 1\ndef run():\n    return 2\n", "run is written twice"),
        ("x = 1\n", "only functions stand on the first level"),
        ("def other():\n    return 1\n", "run.. is exported"),
    ],
)
def test_mistakes_are_named(text, message):
    with pytest.raises(FlatError, match=message):
        module_bytes(text, {"K": 1}, [], {}, 10, ["run"])
