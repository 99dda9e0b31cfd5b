"""A text that waits gives what it gives when nothing waits, and can be gone on with from memory."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as some
from pytest import mark, raises

from interpreter.native.flat.module import module_bytes
from interpreter.native.flat.suspend import Suspension
from interpreter.native.flat.syntax import FlatError, wrapped
from tests.interpreter.native.running import CELLS, Number, Running, in_python

GLOBALS = ("g_state", "g_fp", "g_asked", "g_answer", "g_result")
SUSPENSION = Suspension("wait", frozenset({"begin", "answer"}), "pays_")
FRAMES = 1000
AROUND = f"""
def wait(n):
    if g_state == 2:
        g_state = 0
        return g_answer
    g_state = 1
    g_asked = n
    return 0

def begin(x):
    g_fp = {FRAMES}
    g_state = 0
    g_result = run(x, 3)
    return g_asked if g_state == 1 else 0 - 1

def answer(i):
    g_answer = i
    g_state = 2
    g_result = run(0, 0)
    return g_asked if g_state == 1 else 0 - 1
"""
PLAIN = ("a = a * 3 + b", "b = b ^ a", "M[7] += a", "b += M[7]", "a += 1")


def indented(lines: list[str]) -> list[str]:
    """Return lines as the body of a statement."""
    return ["    " + line for line in lines]


@some.composite
def bodies(draw, calls: tuple[str, ...], depth: int = 2, loops: int = 0) -> list[str]:
    """Return lines of statements that call functions which may wait."""
    out: list[str] = []
    for _ in range(draw(some.integers(1, 3))):
        kind = draw(
            some.sampled_from(["plain", "ask", "if", "asks", "while", "leave", "return", "unused"])
        )
        call = draw(some.sampled_from(calls))
        if kind == "ask":
            name = draw(some.sampled_from("ab"))
            out.append(f"{name} {draw(some.sampled_from(['=', '+=']))} {call}")
        elif kind == "unused":
            out.append(call)
        elif kind == "return" and depth < 2:
            out.append(f"return {call} + a")
        elif kind == "if" and depth:
            out += ["if a & 1:", *indented(draw(bodies(calls, depth - 1, loops)))]
            out += ["else:", *indented(draw(bodies(calls, depth - 1, loops)))]
        elif kind == "asks" and depth:
            out += [f"if {call} & 1:", *indented(draw(bodies(calls, depth - 1, loops)))]
        elif kind == "while" and depth and loops < 2:
            out += [f"n{loops} = {draw(some.integers(1, 3))}", f"while n{loops} > 0:"]
            inner = draw(bodies(calls, depth - 1, loops + 1))
            out += indented([f"n{loops} -= 1", *inner])
        else:
            out.append(draw(some.sampled_from(PLAIN)))
    return out


@some.composite
def programs(draw) -> str:
    """Return three functions: each calls those before it, and the first asks."""
    text = ""
    calls: tuple[str, ...] = ("wait(a)",)
    for name in ("low", "middle", "run"):
        body = draw(bodies(calls))
        text += f"def {name}(a, b):\n" + "\n".join(indented([*body, "return a ^ b"])) + "\n\n"
        calls = ("wait(a + b)", f"{name}(a, 2)", f"{name}(b, a)")
    return text


def reply(n: int) -> int:
    """Return the answer to a question: it depends on the question alone."""
    return (n * 7 + 1) % 1009


def driven(running: Running, asked: int, clones: bool) -> tuple[list[int], int]:
    """Answer until nothing waits; on the way, go on with something else and come back."""
    questions = []
    while running.get("g_state") == 1:
        questions.append(asked)
        if clones:
            kept = [running.get(name) for name in GLOBALS], running.cells[:2000]
            for other in (5, 6):
                if running.get("g_state") == 1:
                    running.call("answer", other)
            for name, value in zip(GLOBALS, kept[0], strict=True):
                running.set(name, value)
            running.cells[:2000] = kept[1]
        asked = running.call("answer", reply(asked))
    return questions, running.get("g_result")


@settings(max_examples=40, deadline=None)
@given(programs(), some.integers(0, 50), some.booleans())
def test_what_waits_gives_what_does_not(text, x, clones):
    questions: list[int] = []

    def wait(n: int) -> Number:
        questions.append(wrapped(n))
        return Number(reply(wrapped(n)))

    memory = [0] * 10
    want = in_python(text, "run", x, 3, memory=memory, others={"wait": wait})
    running = Running(AROUND + text, ["begin", "answer"], globals_=GLOBALS, suspension=SUSPENSION)

    found, result = driven(running, running.call("begin", x), clones)

    assert (found, result) == (questions, want)
    assert running.get("g_fp") == FRAMES


def test_a_match_that_waits_goes_on_in_another_module():
    text = "def run(a, b):\n    s = b\n    while a > 0:\n        s = s * 5 + wait(a)\n"
    text += "        a -= 1\n    return s\n"
    one, two = (
        Running(AROUND + text, ["begin", "answer"], globals_=GLOBALS, suspension=SUSPENSION)
        for _ in "12"
    )
    assert one.call("begin", 3) == 3
    assert one.call("answer", 4) == 2
    for name in GLOBALS:
        two.set(name, one.get(name))
    two.cells[:] = one.cells[:CELLS]

    assert [two.call("answer", 1), two.call("answer", 2)] == [1, -1]
    assert two.get("g_result") == ((3 * 5 + 4) * 5 + 1) * 5 + 2


def test_blocks_and_labels_are_come_back_to():
    text = """
def run(a, b):
    n = 0
    label(again)
    n += 1
    with block(out):
        b += wait(n)
        if b > 9:
            leave(out)
        b += wait(0 - n)
    if n < 4:
        goto(again)
    return b * 100 + n
"""
    running = Running(AROUND + text, ["begin", "answer"], globals_=GLOBALS, suspension=SUSPENSION)
    asked, questions = running.call("begin", 0), []
    while running.get("g_state") == 1:
        questions.append(asked)
        asked = running.call("answer", 2)

    assert questions == [1, -1, 2, -2, 3, 4]
    assert running.get("g_result") == 1504


@mark.parametrize(
    "statement",
    [
        "b = wait(1) + wait(2)",
        "M[a] += wait(1)",
        "b = wait(1) if a else 2",
        "if wait(1) and a:\n        b = 2",
        "while wait(1):\n        b = 2",
        "for i in range(3):\n        wait(i)",
    ],
)
def test_what_could_not_be_entered_again_is_refused(statement):
    text = f"{AROUND}\ndef run(a, b):\n    {statement}\n    return b\n"

    with raises(FlatError, match="nothing can wait there"):
        module_bytes(text, {}, GLOBALS, {}, 100, ["begin", "answer"], SUSPENSION)


def test_trials_never_wait():
    text = (
        AROUND
        + "def run(a, b):\n    return pays_1(a)\ndef pays_1(a):\n    return asks(a) if a else 7\n"
    )
    text += "def asks(a):\n    return wait(a)\n"
    running = Running(text, ["begin", "answer"], globals_=GLOBALS, suspension=SUSPENSION)

    running.call("begin", 0)

    assert running.get("g_result") == 7
