"""The schemas in `schemas/` are those of the rows, and rows judge documents as the schemas do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.check.texts import schema
from dsl.keys.files import EVERY_KEY, FILES, texts
from dsl.keys.key import Key, Keyed
from dsl.keys.kinds import (
    Anything,
    ByName,
    Either,
    Flag,
    Having,
    Kind,
    ListOf,
    Plain,
    Shared,
    Words,
)

SCHEMAS = Path(__file__).resolve().parents[3] / "schemas"
VALUES = st.sampled_from(
    [None, True, 0, 5, -1, 40, 1.5, 2.0, "", "x", "any", "none", "follow", "en", [], {}, ["x"],
     {"x": 1}, {"en": "x"}, {"is": "int"}, {"is": []}, {"only-if": "x"}]
)  # fmt: skip
NAMES = st.sampled_from(["x", "en", "id", "kind", "is", "text", "do"])
PLAIN = {
    "string": st.sampled_from(["en", "pt-BR", "x y", "7"]),
    "integer": st.integers(-1, 40),
    "number": st.floats(-1, 40),
    "boolean": st.booleans(),
    "null": st.none(),
    "array": st.just([]),
    "object": st.just({}),
}
DEEPEST = 7


@pytest.mark.parametrize("name", sorted(texts()))
def test_a_schema_is_the_one_of_the_rows(name: str):
    assert (SCHEMAS / name).read_text("utf-8") == texts()[name]


@cache
def documents(kind: Kind, depth: int = 0) -> st.SearchStrategy:
    """Return values of which many fit a kind, and some do not."""
    if depth > DEEPEST:
        return VALUES
    match kind:
        case Shared():
            right = documents(kind.kind(), depth)
        case Flag():
            right = st.booleans()
        case Words():
            right = st.sampled_from([*kind.words])
        case Plain():
            right = st.one_of(*(PLAIN[each] for each in kind.types if each in PLAIN))
        case ListOf():
            right = st.lists(documents(kind.item, depth + 1), max_size=2)
        case ByName():
            inner = st.dictionaries(NAMES, documents(kind.value, depth + 1), max_size=3)
            right = inner
        case Either():
            right = documents(kind.then, depth) | documents(kind.other, depth)
        case Having():
            right = st.fixed_dictionaries(dict.fromkeys(kind.names, VALUES))
        case Keyed():
            right = mappings(kind, depth)
        case Anything():
            return VALUES
    return st.integers(0, 11).flatmap(lambda number: right if number else VALUES)


@st.composite
def mappings(draw: st.DrawFn, kind: Keyed, depth: int) -> dict[str, object]:
    """Return a mapping with some of its keys, mostly with those it needs."""
    chosen: list[Key] = draw(st.lists(st.sampled_from(kind.keys), max_size=4))
    chosen += [key for key in kind.keys if key.is_needed and draw(st.integers(0, 15))]
    found = {key.name: draw(documents(key.kind, depth + 1)) for key in dict.fromkeys(chosen)}
    if not draw(st.integers(0, 5)):
        found[draw(NAMES)] = draw(VALUES)
    return found


@pytest.mark.parametrize("name", FILES)
def test_rows_accept_the_documents_that_the_schemas_accept(name: str):
    judge, library = FILES[name].test(), schema._validator(f"{name}.schema.json")
    seen = set()

    @settings(max_examples=40, deadline=None, derandomize=True, database=None)
    @given(documents(FILES[name]))
    def agree(document: object) -> None:
        is_right = library.is_valid(document)
        seen.add(is_right)
        assert judge(document) == is_right

    agree()
    assert seen == {True, False}


READS = {"child", "scalar_at", "with_child", "entry", "get", "entries", "items"}
PLAIN_TABLES = {"slots", "schema"}
"""Tables of Python whose keys are no keys of the language."""


def reads_by_string(path: Path) -> Iterator[str]:
    """Yield each place of a checker that reads a mapping by a key that it quotes."""
    keys = {key.name for key in EVERY_KEY}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        of = node.func.value if isinstance(node.func, ast.Attribute) else None
        called, table = (ast.unparse(each).rpartition(".")[2] for each in (node.func, of or node))
        if called not in READS or table in PLAIN_TABLES or isinstance(of, ast.Dict):
            continue
        said = {arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant)}
        if said & keys:
            yield f"{path.name}:{node.lineno} {ast.unparse(node)}"


def test_checkers_read_keys_by_their_rows():
    paths = [
        path for room in ("check", "lint") for path in (SCHEMAS.parent / "dsl" / room).rglob("*.py")
    ]

    assert [place for path in paths for place in reads_by_string(path)] == []
