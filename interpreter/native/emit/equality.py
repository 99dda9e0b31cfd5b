"""Write the functions that compare lists: by what is in them, however deep lists lie in lists."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model import types as t
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer, is_block, name_of


def same_lists(em: Emitter, node: e.Compare, left: str, right: str) -> str:
    """Return the text that says whether the two lists of a comparison are equal."""
    type_ = node.left.type if t.is_list(node.left.type) else node.right.type
    if not node.ignores_order:
        return f"{same(em, type_)}({left}, {right})"
    if is_block(t.element_of(type_)):
        return f"{_same_elements(em, t.element_of(type_))}({left}, {right})"
    return f"same_elements({left}, {right})"


def same(em: Emitter, type_: t.Type) -> str:
    """Return the function (value, value) that says whether two blocks of a type are equal."""
    if t.is_bag(type_):
        return "same_bag"
    inner = t.element_of(type_)
    if not is_block(inner):  # an amount, too, is as many cells as its first one says
        return "same_list"
    each = same(em, inner)

    def write(w: Writer) -> None:
        _unless_none(w)
        w.block(f"""
for i in range(M[a]):
    if not {each}(M[a + 1 + i], M[b + 1 + i]):
        return 0
return 1""")

    return em.define(f"same_{_depth(type_)}", ["a", "b"], write)


def member_of(em: Emitter, type_: t.Type) -> str:
    """Return the function (block, list) that says whether a block of a type is in a list."""
    place = place_among(em, type_)

    def write(w: Writer) -> None:
        w.block(f"""
if p == NONE:
    return 0
return {place}(x, p) != NONE""")

    return em.define(f"member_{_depth(type_)}", ["x", "p"], write)


def place_among(em: Emitter, type_: t.Type) -> str:
    """Return the function (block, list) that says at which place of a list a block of a type is."""
    each = same(em, type_)

    def write(w: Writer) -> None:
        w.block(f"""
for i in range(M[p]):
    if {each}(x, M[p + 1 + i]):
        return i + 1
return NONE""")

    return em.define(f"place_of_{_depth(type_)}", ["x", "p"], write)


def _same_elements(em: Emitter, type_: t.Type) -> str:
    """Return the function that compares two lists of blocks of a type whatever their order."""
    times = _times(em, type_)

    def write(w: Writer) -> None:
        _unless_none(w)
        w.block(f"""
for i in range(M[a]):
    if {times}(M[a + 1 + i], a) != {times}(M[a + 1 + i], b):
        return 0
return 1""")

    return em.define(f"same_elements_{_depth(type_)}", ["a", "b"], write)


def _times(em: Emitter, type_: t.Type) -> str:
    """Return the function (block, list) that says how often a block of a type is in a list."""
    each = same(em, type_)

    def write(w: Writer) -> None:
        w.block(f"""
k = 0
for i in range(M[p]):
    k += {each}(x, M[p + 1 + i])
return k""")

    return em.define(f"times_{_depth(type_)}", ["x", "p"], write)


def distinct(em: Emitter, type_: t.Type) -> str:
    """Return the function (list) that keeps each block of a type once, where it comes first."""
    member = member_of(em, type_)

    def write(w: Writer) -> None:
        w.block(f"""
q = g_top
g_top = q + 1 + M[p]
M[q] = 0
for i in range(M[p]):
    x = M[p + 1 + i]
    if {member}(x, q) == 0:
        M[q] += 1
        M[q + M[q]] = x
return q""")

    return em.define(f"distinct_{_depth(type_)}", ["p"], write)


def _unless_none(w: Writer) -> None:
    """Write what two lists come to of which one is none, or that differ in length."""
    w.block("""
if a == b:
    return 1
if a == NONE or b == NONE:
    return 0
if M[a] != M[b]:
    return 0""")


def _depth(type_: t.Type) -> str:
    """Return a name for how deep lists lie in lists: more is not to be told apart."""
    plain = t.plain_type(type_)
    if t.is_bag(plain):
        return "bags"
    inner = t.element_of(plain)
    return name_of("lists_of_" + _depth(inner)) if is_block(inner) else "lists"
