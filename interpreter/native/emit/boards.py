"""Lower what rules ask of boards: look-ups in tables, and walks that mark places.

Places of a board are there once, and lie in no zone: tables by card say what is beside them. Where
a board is the places of a zone, tables by the length of the zone and the position say the same.
"""

from __future__ import annotations

from typing import Final

from dsl.model import expressions as e
from interpreter.native.emit.board_tables import Fixed, Spread, laid
from interpreter.native.emit.dispatch import atom, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer
from interpreter.program.boards import MEMBER, PLACE


def beside(em: Emitter, w: Writer, node: e.Primitive) -> str:
    """Return the text of the places beside one."""
    _functions(em)
    w.allocates = True
    place = atom(em, w, node.arguments[0])
    w.line(f"see_board({place})")
    return w.bind(f"near_of({place})")


def within(em: Emitter, w: Writer, node: e.Primitive) -> str:
    """Return the text of the places to which so many steps lead."""
    return _walk(em, w, node, "within_steps")


def connected(em: Emitter, w: Writer, node: e.Primitive) -> str:
    """Return the text of those of some places that hang together with one of them."""
    return _walk(em, w, node, "connected")


def ray(em: Emitter, w: Writer, node: e.Primitive) -> str:
    """Return the text of the places in the direction of one beside another."""
    _functions(em)
    w.allocates = True
    place, other = (atom(em, w, argument) for argument in node.arguments[:2])
    found = w.bind(f"ray_of({place}, {other})")
    w.line(f"work({MEMBER} * M[{found}])")
    return found


def regions(em: Emitter, w: Writer, node: e.Primitive) -> str:
    """Return the text of the parts of some places that hang together."""
    _functions(em)
    w.allocates = True
    return w.bind(f"regions({value(em, w, node.arguments[0])})")


def longest_run(em: Emitter, w: Writer, node: e.Primitive) -> str:
    """Return the text of the length of the longest line of some places."""
    _functions(em)
    w.allocates = True
    return w.bind(f"longest_run({value(em, w, node.arguments[0])})")


def _walk(em: Emitter, w: Writer, node: e.Primitive, function: str) -> str:
    _functions(em)
    w.allocates = True
    place, second = atom(em, w, node.arguments[0]), atom(em, w, node.arguments[1])
    w.line(f"see_board({place})")
    found = w.bind(f"{function}({place}, {second}, board_of({place}))")
    w.line(f"work({PLACE} * (1 + M[{found}]))")
    if function == "connected":
        w.line(f"work({MEMBER} * M[{second}])")
    return found


# --- the functions ------------------------------------------------------------------------------


def _functions(em: Emitter) -> None:
    """Define the functions of boards once."""
    if "near_of" in em.functions:
        return
    em.constants["MARK"] = em.room(em.image.most + 1, lasts=False)
    fixed = Fixed(em)
    spread = [Spread(em, number) for number in laid(em)]
    em.define("near_of", ["c"], lambda w: _near(w, fixed, spread))
    em.define("board_of", ["c"], lambda w: _board(w, fixed, spread))
    em.define("see_board", ["c"], lambda w: _see(w, spread))
    if spread:
        em.define("is_marked", ["x"], _is_marked)
    em.define("longest_run", ["p"], lambda w: _longest(w, fixed, spread))
    em.define("ray_of", ["c", "other"], lambda w: _ray(w, fixed, spread))
    em.define("parts_of", ["order", "parts", "n"], lambda w: w.block(PARTS))
    em.define("regions", ["p"], lambda w: _regions(w, fixed, spread))
    em.define("connected", ["c", "p", "order"], lambda w: w.block(CONNECTED))
    em.define("within_steps", ["c", "steps", "order"], lambda w: w.block(WITHIN))


# --- their bodies -------------------------------------------------------------------------------


def _near(w: Writer, fixed: Fixed, spread: list[Spread]) -> None:
    """Write the function (card) that lists what is beside a card."""
    w.line(f"p = M[{fixed.near} + c]")
    if spread:
        w.block("""
z = M[PL + c]
if M[p] > 0 or z < 0:
    return p
at = position(c)
""")
    for board in spread:
        with w.inner(f"if M[ZF + z] == {board.family}:"):
            w.block(f"""
p = M[M[{board.near} + M[M[ZP + z]]] + at]
q = g_top
n = 0
g_top = q + 1 + M[p]
for i in range(M[p]):
    x = M[M[ZP + z] + 1 + M[p + 1 + i]]
    if x != NONE:
        n += 1
        M[q + n] = x
M[q] = n
return q""")
    w.line("return p")


def _ray(w: Writer, fixed: Fixed, spread: list[Spread]) -> None:
    """Write the function (card, card beside it) that lists what lies in the direction of it."""
    w.block(f"""
p = M[{fixed.near} + c]
for i in range(M[p]):
    if M[p + 1 + i] == other:
        return M[M[{fixed.rays} + c] + 1 + i]""")
    if spread:
        w.block("""
z = M[PL + c]
if M[p] > 0 or z < 0:
    return EMPTY
if M[PL + other] != z:
    return EMPTY
at = position(c)
""")
    for board in spread:
        with w.inner(f"if M[ZF + z] == {board.family}:"):
            w.block(f"""
work({PLACE} * M[M[ZP + z]])
p = M[M[{board.near} + M[M[ZP + z]]] + at]
for i in range(M[p]):
    if M[M[ZP + z] + 1 + M[p + 1 + i]] == other:
        p = M[M[M[{board.rays} + M[M[ZP + z]]] + at] + 1 + i]
        q = g_top
        n = 0
        g_top = q + 1 + M[p]
        while n < M[p]:
            x = M[M[ZP + z] + 1 + M[p + 1 + n]]
            if x == NONE:
                M[q] = n
                return q
            n += 1
            M[q + n] = x
        M[q] = n
        return q
return EMPTY""")
    w.line("return EMPTY")


def _regions(w: Writer, fixed: Fixed, spread: list[Spread]) -> None:
    """Write the function (list) that lists the parts of some places that hang together."""
    w.block(f"""
work({MEMBER + PLACE} * M[p])
for i in range(g_entities):
    M[MARK + i] = 0
for i in range(M[p]):
    M[MARK + M[p + 1 + i]] = 1
parts = g_top
g_top = parts + M[p] + 1
n = parts_of({fixed.places}, parts, 0)""")
    if spread:
        with w.inner("for z in range(g_zones):"):
            for board in spread:
                with w.inner(f"if M[ZF + z] == {board.family}:"):
                    w.line("before = n")
                    w.line("n = parts_of(cards_of(z), parts, n)")
                    w.line("if n > before:")
                    w.line(f"    work({PLACE} * M[M[ZP + z]])")
    w.line("M[parts] = n")
    w.line("return parts")


def _board(w: Writer, fixed: Fixed, spread: list[Spread]) -> None:
    """Write the function (card) that lists the places of the board of a card, in its order."""
    if spread:
        w.line("z = M[PL + c]")
        with w.inner("if z >= 0:"):
            for board in spread:
                w.line(f"if M[ZF + z] == {board.family}:")
                w.line("    return cards_of(z)")
    w.line(f"return {fixed.places}")


def _see(w: Writer, spread: list[Spread]) -> None:
    """Write that the board of a zone, on which a card lies, is looked at."""
    w.line("z = M[PL + c]")
    for board in spread:
        with w.inner("if z >= 0:"), w.inner(f"if M[ZF + z] == {board.family}:"):
            w.line(f"work({PLACE} * M[M[ZP + z]])")


def _is_marked(w: Writer) -> None:
    """Write the function (card) that says whether a card is marked; where none lies it is not."""
    w.line("if x == NONE:")
    w.line("    return 0")
    w.line("return M[MARK + x]")


def _longest(w: Writer, fixed: Fixed, spread: list[Spread]) -> None:
    """Write the function (list) that measures the longest line of some places."""
    w.block(f"""
work({MEMBER} * M[p])
for i in range(g_entities):
    M[MARK + i] = 0
for i in range(M[p]):
    M[MARK + M[p + 1 + i]] = 1
best = 0
for i in range(M[{fixed.places}]):
    if M[MARK + M[{fixed.places} + 1 + i]]:
        best = 1
rows = {fixed.lines}""")
    _runs(w, "M[MARK + M[line + 2 + k]]")
    if spread:
        with w.inner("for z in range(g_zones):"):
            for board in spread:
                with w.inner(f"if M[ZF + z] == {board.family}:"):
                    w.block(f"""
size = M[M[ZP + z]]
here = 0
for i in range(size):
    if is_marked(M[M[ZP + z] + 1 + i]):
        here = 1
best = most(best, here)
rows = M[{board.lines} + size] if here else EMPTY""")
                    _runs(w, "is_marked(M[M[ZP + z] + 1 + M[line + 2 + k]])")
    w.line("return best")


def _runs(w: Writer, test: str) -> None:
    """Write how long the marked places along lines go on; a ring is gone along twice."""
    w.block(f"""
for i in range(M[rows]):
    line = M[rows + 1 + i]
    run = 0
    size = M[line]
    work({MEMBER} * size)
    for j in range(size + size * M[line + 1]):
        k = j
        if k >= size:
            k -= size
        if {test}:
            run += 1
        else:
            run = 0
        best = most(best, least(run, size))""")


CONNECTED: Final = """
if member(c, p) == 0:
    return EMPTY
for i in range(g_entities):
    M[MARK + i] = 0
for i in range(M[p]):
    M[MARK + M[p + 1 + i]] = 1
stack = g_top
g_top = stack + g_entities + 1
n = 1
M[stack] = c
M[MARK + c] = 2
while n > 0:
    n -= 1
    near = near_of(M[stack + n])
    for i in range(M[near]):
        x = M[near + 1 + i]
        if M[MARK + x] == 1:
            M[MARK + x] = 2
            M[stack + n] = x
            n += 1
n = 0
g_top = stack + M[order] + 1
for i in range(M[order]):
    x = M[order + 1 + i]
    if M[MARK + x] == 2:
        n += 1
        M[stack + n] = x
M[stack] = n
return stack"""

PARTS: Final = """
for j in range(M[order]):
    c = M[order + 1 + j]
    if M[MARK + c] == 1:
        stack = g_top
        g_top = stack + g_entities + 1
        k = 1
        M[stack] = c
        M[MARK + c] = 2
        while k > 0:
            k -= 1
            near = near_of(M[stack + k])
            for i in range(M[near]):
                x = M[near + 1 + i]
                if M[MARK + x] == 1:
                    M[MARK + x] = 2
                    M[stack + k] = x
                    k += 1
        k = 0
        g_top = stack + M[order] + 1
        for i in range(M[order]):
            x = M[order + 1 + i]
            if M[MARK + x] == 2:
                M[MARK + x] = 3
                k += 1
                M[stack + k] = x
        M[stack] = k
        n += 1
        M[parts + n] = stack
return n"""

WITHIN: Final = """
for i in range(g_entities):
    M[MARK + i] = 0
stack = g_top
g_top = stack + g_entities + 1
n = 1
M[stack] = c
M[MARK + c] = 1
done = 0
for k in range(steps):
    end = n
    while done < end:
        near = near_of(M[stack + done])
        done += 1
        for i in range(M[near]):
            x = M[near + 1 + i]
            if M[MARK + x] == 0:
                M[MARK + x] = 1
                M[stack + n] = x
                n += 1
M[MARK + c] = 0
n = 0
g_top = stack + M[order] + 1
for i in range(M[order]):
    x = M[order + 1 + i]
    if M[MARK + x]:
        n += 1
        M[stack + n] = x
M[stack] = n
return stack"""
