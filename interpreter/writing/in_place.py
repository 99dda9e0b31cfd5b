"""Write plain bodies where they are carried out: no exception leaves them when the match ends."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.graph.ops import Code
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import Lines, plain_name, without_results
from interpreter.writing.lines import like
from interpreter.writing.shortened import without_card
from interpreter.writing.writer import INDENT, WORD, joined, local

_ENDED = "return True"


def in_place(
    bodies: BodyWriter, code: Code, given: Sequence[str] = (), *, has_roles: bool = False
) -> list[str]:
    """Return the statements of a plain body in a function that is left when the match has ended.

    Args:
        given: The variables of its given locals, under the names that they have in it.
        has_roles: Whether `card` and `actor` are bound; else it is the body of a player `me`.
    """
    can_end = bodies.can_end(code)
    lines = bodies.leaving_lines(code) if can_end else bodies.plain_lines(code)
    if lines[-1] == "return None":
        lines.pop()
    passed = joined(["st", "me", "card" if has_roles else "None", "me", *given])
    if any("return" in WORD.findall(line) and not line.endswith(_ENDED) for line in lines):
        if can_end:
            return [f"if {bodies.ending(code)}({passed}): {_ENDED}"]
        return [f"{plain_name(code)}({passed})"]
    done = without_results(lines) or ["pass"]
    return done if has_roles else without_card(done)


def ending_functions(bodies: BodyWriter) -> Lines:
    """Yield the functions asked for so far of bodies that can end the match: (st, me, card, actor,
    given…) to whether they have."""
    written: set[int] = set()
    while waiting := [code for first, code in bodies.endings.items() if first not in written]:
        for code in waiting:
            written.add(code.first)
            given = [local(slot) for slot in range(code.given)]
            yield f"def ending_{code.first}({joined(['st', 'me', 'card', 'actor', *given])}):"
            yield f"{INDENT}V = st.values"
            for line in bodies.leaving_lines(code):
                yield like(line, INDENT + line.replace("st.values[", "V["))
            yield ""
