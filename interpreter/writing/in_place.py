"""Write plain bodies where they are carried out: no exception leaves them when the match ends."""

from __future__ import annotations

from interpreter.graph.ops import Code
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import Lines, plain_name
from interpreter.writing.lines import like
from interpreter.writing.writer import INDENT, WORD, joined, local

_ENDED = "return True"


def in_place(bodies: BodyWriter, code: Code) -> list[str]:
    """Return the statements of a plain body without given locals, for a player `me`, in a function
    that is left when the match has ended."""
    can_end = bodies.can_end(code)
    lines = bodies.leaving_lines(code) if can_end else bodies.plain_lines(code)
    if lines[-1] == "return None":
        lines.pop()
    if any("return" in WORD.findall(line) and not line.endswith(_ENDED) for line in lines):
        if can_end:
            return [f"if {bodies.ending(code)}(st, me, None, me): {_ENDED}"]
        return [f"{plain_name(code)}(st, me, None, me)"]
    words = set(WORD.findall("\n".join(lines)))
    roles = {"card": "card = None", "actor": "actor = me"}
    return [*(roles[name] for name in roles if name in words), *(lines or ["pass"])]


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
