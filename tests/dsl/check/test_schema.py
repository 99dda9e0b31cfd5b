"""The schemas themselves, and what a document of another shape is told."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from dsl.check.packages.script_steps import STEPS
from dsl.check.texts.package import (
    CARD_KEYS,
    LISTED_SECTIONS,
    MANIFEST_KEYS,
    NAMED_SECTIONS,
    SINGLE_SECTIONS,
)
from dsl.check.texts.schema import schema_files

SCHEMAS = dict(schema_files())


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_schema_is_one(name: str):
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_every_mapping_is_closed_and_every_shape_has_a_name(name: str):
    for schema in inner_schemas(SCHEMAS[name]):
        if schema.get("type") == "object" and "properties" in schema:
            is_manifest = schema.get("title") == "a manifest"
            assert is_manifest or "additionalProperties" in schema, json.dumps(schema)[:200]
        is_shape = isinstance(schema.get("type"), str | list) and len(schema) > 1
        if is_shape and "$schema" not in schema:
            assert "title" in schema, json.dumps(schema)[:200]


def inner_schemas(node: object):
    """Yield every mapping in a schema."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from inner_schemas(value)
    elif isinstance(node, list):
        for value in node:
            yield from inner_schemas(value)


def test_the_schema_knows_every_section():
    known = set(SCHEMAS["game.schema.json"]["properties"])

    assert known >= MANIFEST_KEYS | NAMED_SECTIONS | LISTED_SECTIONS | SINGLE_SECTIONS


def test_the_schema_knows_every_key_of_a_card():
    assert set(SCHEMAS["card.schema.json"]["properties"]) == CARD_KEYS - {"id"}


def test_the_schema_knows_every_step_of_a_script():
    step = SCHEMAS["common.schema.json"]["$defs"]["step"]["then"]["properties"]

    assert set(step) == {*STEPS, "by"}


@pytest.mark.parametrize(
    ("section", "text", "name", "words"),
    [
        ("values", "values: {a: {is: {b: 2}}}\n", "wrong-shape", "{b: 2}"),
        ("values", "values:\n  a:\n", "empty-value", "a"),
        ("events", "events: {a: {doo: stop}}\n", "unknown-key", "doo"),
        ("events", "events: {a: stop}\n", "wrong-shape", "stop"),
        ("actions", "actions: {a: {choose: [b]}}\n", "wrong-shape", "[b]"),
        ("zones", "zones: {bag: {of: tile}}\n", "missing-key", "bag"),
        ("kinds", "kinds: {tile: {unique: yes}}\n", "wrong-shape", "yes"),
        ("kinds", "kinds: {tile: {copies: -1}}\n", "bad-number", "-1"),
        ("enums", "enums: {color: red}\n", "wrong-shape", "red"),
        ("cards", "cards: {id: ruby}\n", "wrong-shape", "{id: ruby}"),
        ("phases", "phases:\n- {do: stop}\n", "missing-key", "do"),
        ("manifest", "id: s\nversion: 1\nlanguage: 1\ntitle: {english: S}\n", "unknown-key",
         "english"),
    ],
)  # fmt: skip
def test_another_shape_is_told_in_plain_words(load, section: str, text: str, name: str, words: str):
    found = [each for each in load(**{section: text}).diagnostics if each.span.text == words]

    assert name in [each.name for each in found]
    assert not any(word in each.message for each in found for word in ("schema", "instance", "$"))


def test_deep_nesting_is_read(findings):
    head = "phases:\n"
    lines = [f"{'  ' * depth}- id: p{depth}\n{'  ' * depth}  phases:\n" for depth in range(20)]
    phases = head + "".join(lines) + f"{'  ' * 20}- {{id: last, do: stop}}\n"

    assert findings(phases=phases) == []
