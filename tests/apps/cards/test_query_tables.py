"""The tables that queries are read by say what their grammar says."""

import random

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from cardwright.apps.cards.query_tables import GRAMMAR, Unexpected, kept_tables, parse, query_tables

PIECES = ["kind", "a", "or", "and", "not", "-", "(", ")", ":", ">=", "!=", '"a b"', "/x/", " ", " ",
          "「", "」", "村人", "/", "nothing", "ORc"]  # fmt: skip


def test_the_kept_tables_are_those_of_the_grammar():
    kept = kept_tables()["grammar"]

    assert kept == GRAMMAR.read_text(encoding="utf-8").splitlines(), (
        "run `python -m cardwright.apps.cards.query_tables`, and keep what it prints"
    )


@pytest.fixture(scope="module")
def engine():
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", lexer="contextual",
                maybe_placeholders=False)  # fmt: skip


def test_texts_are_read_as_lark_reads_them(engine):
    rng = random.Random(5)
    read = 0
    for _ in range(3000):
        text = "".join(rng.choice(PIECES) for _ in range(rng.randrange(1, 12)))
        try:
            expected = plain(engine.parse(text))
        except UnexpectedInput:
            expected = None
        try:
            found = parse(query_tables(), text, lambda name, parts: (name, parts))
        except Unexpected:
            assert expected is None, text
            continue
        assert plain(found) == expected, text
        read += 1
    assert 300 < read < 2700


def plain(node):
    """Return a tree as lists, names and the texts of tokens."""
    if isinstance(node, Tree):
        return [str(node.data), *map(plain, node.children)]
    if isinstance(node, tuple):
        return [node[0], *map(plain, node[1])]
    return str(node) if isinstance(node, Token) else node.text
