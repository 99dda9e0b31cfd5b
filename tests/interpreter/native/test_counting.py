"""Functions count what they do: whatever a flat text is, it comes to an end, and does the same."""

from __future__ import annotations

import pytest
import wasmtime
from hypothesis import given, settings
from hypothesis import strategies as some

from interpreter.native.flat.counting import LIGHT, Counting
from interpreter.native.flat.suspend import Suspension
from tests.interpreter.native.running import Running

COUNTING = Counting(
    never=frozenset({"begin", "answer", "outer"}), steps=frozenset({"step"}), question="pick"
)
WAITING = Suspension(question="wait", outside=frozenset({"begin", "answer"}), never="never_")
MOST = 1_000_000
RUNTIME = """
def work(n):
    g_work += n
    if g_work > MOST:
        trap()

def step():
    work(100)
"""
ENDLESS = {
    "a loop": "def f(x):\n    while 1:\n        g(x)\n    return 0\n",
    "itself": "def f(x):\n    return f(x - 1) + f(x - 1) if x > 0 else 1\n",
    "each other": (
        "def f(x):\n    return h(x) + h(x) if x > 0 else 1\ndef h(x):\n    return f(x - 1)\n"
    ),
    "labels": (
        "def f(x):\n    label(A)\n    x += 1\n    if x != 0:\n        goto(A)\n    return x\n"
    ),
    "ranges": (
        "def f(x):\n    for a in range(M[1]):\n        for b in range(M[1]):\n"
        "            for c in range(M[1]):\n                for d in range(M[1]):\n"
        "                    x += 1\n    return x\n"
    ),
}
CALLED = "def g(x):\n    return x + 1\n"


def counting(text: str, **given: object) -> Running:
    """Return a text as a module whose functions count."""
    data = {1: [20_000]}
    return Running(
        RUNTIME + text, ["f"], {"MOST": MOST}, ["g_work"], data, counting=COUNTING, **given
    )


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_what_goes_on_for_ever_is_stopped(text: str) -> None:
    running = counting(text + CALLED)

    with pytest.raises((wasmtime.Trap, wasmtime.WasmtimeError)) as stopped:
        running.call("f", 60)

    assert "stack" not in str(stopped.value), "it is the count that ends it"
    assert running.get("g_work") > MOST


@given(some.integers(-3, 40), some.integers(-3, 40), some.integers(0, 60))
@settings(max_examples=60)
def test_every_turn_counts_and_nothing_else_changes(low: int, high: int, n: int) -> None:
    text = """
def f(low, high, n):
    total = 0
    for i in range(low, high):
        for k in range(n):
            total += i * k
    while n > 0:
        n -= 3
        total += 7
    while n < 20:
        n = g(n)
        total -= n
    return total
"""
    plain = Running(RUNTIME + text + CALLED, ["f"], {"MOST": MOST}, ["g_work"])
    running = _counting(text)
    turns = max(high - low, 0) * n + max(high - low, 0) + n // 3

    running.set("g_work", 0)
    assert running.call("f", low, high, n) == plain.call("f", low, high, n)
    assert running.get("g_work") >= turns
    assert plain.get("g_work") == 0


_made: dict[str, Running] = {}


def _counting(text: str) -> Running:
    if text not in _made:
        _made[text] = counting(text + CALLED)
    return _made[text]


def test_a_count_that_is_written_is_added_where_it_is_done() -> None:
    text = "def f(x):\n    if x > 0:\n        work(3000)\n    work(x * 10)\n    return x\n"
    running = counting(text)

    running.call("f", 1)
    assert 3010 <= running.get("g_work") <= 3050
    running.call("f", -5)
    assert 5960 <= running.get("g_work") <= 6050, "whether it is done or not"


def test_few_turns_are_known_beforehand() -> None:
    """Nothing is added when the function is called: that belongs to those that call it."""
    light = "def f(x):\n    for i in range(4):\n        x += i * i\n    return x\n"
    heavy = light.replace("4", str(LIGHT))
    small, large = counting(light), counting(heavy)

    small.call("f", 1)
    large.call("f", 1)

    assert small.get("g_work") == 0
    assert large.get("g_work") >= 2 * LIGHT


def test_what_stands_behind_a_question_counts_behind_it() -> None:
    """There the count begins anew: what was counted as the function began is gone."""
    text = """
def pick(n):
    g_answer = wait(n)
    g_work = 0
    return g_answer

def inner(x):
    work(150)
    y = pick(x)
    work(170)
    return y

def f(x):
    work(5000)
    y = inner(x)
    work(190)
    y += inner(y)
    work(210)
    return y

def begin(x):
    f(x)
    return g_state

def answer(x):
    g_answer = x
    g_state = 2
    f(0)
    return g_state

def wait(n):
    if g_state == 2:
        g_state = 0
        return g_answer
    g_state = 1
    return 0
"""
    globals_ = ["g_work", "g_answer", "g_state", "g_fp"]
    running = Running(
        RUNTIME + text, ["begin", "answer"], {"MOST": MOST}, globals_, {},
        suspension=WAITING, counting=COUNTING,
    )  # fmt: skip
    running.set("g_fp", 1000)
    counts = []
    for name, given_ in (("begin", 3), ("answer", 4), ("answer", 5)):
        running.call(name, given_)
        counts.append(running.get("g_work"))

    assert 5150 <= counts[0] <= 5250
    assert 170 + 190 + 150 <= counts[1] <= 600
    assert 170 + 210 <= counts[2] <= 480
