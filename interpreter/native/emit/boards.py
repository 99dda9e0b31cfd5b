"""Lower what rules ask of boards: tables of neighbours and lines, and walks that mark places.

Places of a board are there once, and lie in no zone: tables by card say what is beside them. Where
a board is the places of a zone, tables by the length of the zone and the position say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dsl.model import expressions as e
from dsl.words import boards as words
from interpreter.native.emit.dispatch import atom, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported, Writer
from interpreter.program.boards import MEMBER, PLACE, Boards

MOST_PLACES: Final = 150
"""Of a zone that is a board and has no fixed number of places: a table for each length."""


def beside(em: Emitter, w: Writer, node: e.Primitive) -> str:
    """Return the text of the places beside one."""
    _functions(em)
    w.allocates = True
    return w.bind(f"near_of({value(em, w, node.arguments[0])})")


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
    place = atom(em, w, node.arguments[0])
    second = value(em, w, node.arguments[1])
    return w.bind(f"{function}({place}, {second}, board_of({place}))")


# --- the functions ------------------------------------------------------------------------------


def _functions(em: Emitter) -> None:
    """Define the functions of boards once."""
    if "near_of" in em.functions:
        return
    em.constants["MARK"] = em.room(em.image.most + 1, lasts=False)
    fixed = Fixed(em)
    spread = [Spread(em, number) for number in _laid(em)]
    em.define("near_of", ["c"], lambda w: _near(w, fixed, spread))
    em.define("board_of", ["c"], lambda w: _board(w, fixed, spread))
    if spread:
        em.define("is_marked", ["x"], _is_marked)
    em.define("longest_run", ["p"], lambda w: _longest(w, fixed, spread))
    em.define("ray_of", ["c", "other"], lambda w: _ray(w, fixed, spread))
    em.define("parts_of", ["order", "parts", "n"], lambda w: w.block(PARTS))
    em.define("regions", ["p"], lambda w: _regions(w, fixed, spread))
    em.define("connected", ["c", "p", "order"], lambda w: w.block(CONNECTED))
    em.define("within_steps", ["c", "steps", "order"], lambda w: w.block(WITHIN))


def _laid(em: Emitter) -> list[int]:
    """Return the families of zones that are boards."""
    zones = {layout.zone for layout in em.game.layouts if layout.zone is not None}
    return [family.number for family in em.program.families if family.key in zones]


def _listed(em: Emitter, cells: Iterable[int]) -> int:
    """Return where a list lies that is always the same."""
    items = tuple(cells)
    return em.static((len(items), *items))


class Fixed:
    """The boards whose places are cards that are there once.

    Attributes:
        near: A table by card of the lists of those beside it.
        places: The list of all places, in the order of the boards.
        lines: The list of straight lines.
        rays: A table by card of lists of rays, one for each of those beside it.
    """

    def __init__(self, em: Emitter) -> None:
        boards = Boards(em.program, em.analysis.fixed)
        cards = self._cards(em, boards)
        order = {place: number for number, place in enumerate(boards.beside)}
        near = {
            cards[place]: _listed(em, (cards[x] for x in sorted(others, key=order.__getitem__)))
            for place, others in boards.beside.items()
        }
        empty = em.constants["EMPTY"]
        self.near = em.static((*(near.get(n, empty) for n in range(em.image.most)), -1))
        rays = {
            cards[place]: _listed(
                em,
                (
                    _listed(em, (cards[x] for x in boards.rays.get((place, other), ())))
                    for other in sorted(others, key=order.__getitem__)
                ),
            )
            for place, others in boards.beside.items()
        }
        self.rays = em.static((*(rays.get(n, empty) for n in range(em.image.most)), -1))
        self.places = _listed(em, (cards[place] for place in boards.beside))
        self.lines = _listed(
            em,
            (
                em.static((len(line), int(is_ring), *(cards[place] for place in line)))
                for line, is_ring in boards.lines
            ),
        )

    def _cards(self, em: Emitter, boards: Boards) -> dict[int, int]:
        """Return the card that each place is."""
        known, there = em.analysis.fixed.entities, em.first.entity_definitions
        if any(place not in known for place in boards.beside) and (
            _laid(em) or em.creates or em.layout.own_definition
        ):
            raise Unsupported("boards whose places lie in zones that are boards, or change")
        return {
            place: known[place] if place in known else there.index(place) for place in boards.beside
        }


class Spread:
    """The boards of the zones of a family: each zone has one of its own.

    Attributes:
        family: Its number.
        near: A table by length of a zone, of tables by position, of lists of positions.
        lines: A table by length of a zone of the lists of its straight lines.
        rays: As `near`, of lists of rays, one for each position beside it.
    """

    def __init__(self, em: Emitter, number: int) -> None:
        self.family = number
        family, empty = em.program.families[number], em.constants["EMPTY"]
        layout = next(layout for layout in em.game.layouts if layout.zone == family.key)
        if family.slots is None:
            most = em.image.most if family.limit is None else family.limit
            if most > MOST_PLACES:
                raise Unsupported(f"a board of a zone with over {MOST_PLACES} cards")
            lengths = range(most + 1)
        else:
            lengths = range(family.slots, family.slots + 1)
        near, lines, rays = ([empty] * lengths.stop for _ in range(3))
        for length in lengths:
            ground = words.ground_of(words.of_places(layout, length))
            near[length] = em.static(
                (*(_listed(em, map(int, ground.beside[str(n)])) for n in range(length)), -2)
            )
            lines[length] = _listed(em, (self._line(em, line) for line in ground.lines))
            rays[length] = em.static((*self._rays(em, ground, length), -2))
        self.near, self.lines = em.static((*near, -3)), em.static((*lines, -3))
        self.rays = em.static((*rays, -3))

    def _rays(self, em: Emitter, ground: words.Ground, length: int) -> Iterator[int]:
        """Yield by position where the lists of rays lie."""
        ahead = words.rays((line.places, line.is_ring) for line in ground.lines)
        for at in map(str, range(length)):
            rays = (map(int, ahead.get((at, other), ())) for other in ground.beside[at])
            yield _listed(em, (_listed(em, each) for each in rays))

    def _line(self, em: Emitter, line: words.Line) -> int:
        """Return where a line lies: its length, whether it is a ring, its positions."""
        return em.static((len(line.places), int(line.is_ring), *map(int, line.places)))


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
                    w.line(f"work({PLACE} * M[M[ZP + z]])")
                    w.line("n = parts_of(cards_of(z), parts, n)")
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


def _is_marked(w: Writer) -> None:
    """Write the function (card) that says whether a card is marked; where none lies it is not."""
    w.line("if x == NONE:")
    w.line("    return 0")
    w.line("return M[MARK + x]")


def _longest(w: Writer, fixed: Fixed, spread: list[Spread]) -> None:
    """Write the function (list) that measures the longest line of some places."""
    w.block(f"""
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
for i in range(size):
    x = M[M[ZP + z] + 1 + i]
    if x != NONE:
        if M[MARK + x]:
            best = most(best, 1)
rows = M[{board.lines} + size]""")
                    _runs(w, "is_marked(M[M[ZP + z] + 1 + M[line + 2 + k]])")
    w.line("return best")


def _runs(w: Writer, test: str) -> None:
    """Write how long the marked places along lines go on; a ring is gone along twice."""
    w.block(f"""
for i in range(M[rows]):
    line = M[rows + 1 + i]
    run = 0
    size = M[line]
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
