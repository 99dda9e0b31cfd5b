"""Write what the options of a decision mean to who decides: what numbers of answers are made of.

A card is its definition, or HIDDEN where it cannot be told; all else stands as it is.
"""

from __future__ import annotations

from dsl.model import types as t
from interpreter.native.emit.emitter import Emitter, Question
from interpreter.native.emit.offers import CARDS
from interpreter.native.emit.writer import Writer
from interpreter.native.runtime import ENOUGH, NONE

HIDDEN = -1
BLOCKS = ("trigger", "replacement")
"""Kinds of decisions whose options are several cells each."""


def define_look_options(em: Emitter) -> None:
    """Define `look_options` (), which returns where the meanings of the options lie, one behind the
    other; 0 where they are not written."""
    em.define("look_options", ["unused"], lambda w: _options(em, w))


def _options(em: Emitter, w: Writer) -> None:
    sorts = em.static(_sort(each) for each in em.questions)
    w.block(f"""
sort = M[{sorts} + g_question]
if sort == 0:
    return 0
n = M[g_options]
for i in range(n):
    x = M[g_options + 1 + i]
    if x != {NONE} and x != {ENOUGH}:
        if sort == 1:
            c = x - div_u(x, {CARDS}) * {CARDS} - 1
            if c >= 0:
                x = x - c + M[DF + c] if (identifies(c) >> g_decider) & 1 else {HIDDEN}
        else:
            if sort & 4:
                x = M[g_pool + 1 + x]
            if sort & 2:
                x = M[DF + x] if (identifies(x) >> g_decider) & 1 else {HIDDEN}
    M[g_top + i] = x
return g_top
""")


def _sort(question: Question) -> int:
    """Return 1 for actions, 0 for what is not written, else 8; with 2 for cards, with 4 for parts
    of a set, which are places."""
    if question.kind == "action":
        return 1
    if question.kind in BLOCKS:
        return 0
    if question.kind in ("yes-no", "alternative") or question.type is None:
        return 8
    of = t.option_type(question.type)
    if isinstance(of, t.ListOf | t.SetOf | t.BagOf | t.AmountOf):
        return 0
    is_card = isinstance(t.plain_type(of), t.EntityType)
    return 8 | 2 * is_card | 4 * (question.kind == "piece")
