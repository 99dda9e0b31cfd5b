"""The schemas themselves, and what a document of another shape is told."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

import dsl.load
from dsl.check.packages.script_steps import STEPS
from dsl.check.texts import schema
from dsl.check.texts.package import LISTED_SECTIONS, NAMED_SECTIONS, SINGLE_SECTIONS
from dsl.check.texts.schema_words import image_of
from dsl.keys.files import MANIFEST_KEYS, schemas
from dsl.keys.nouns import CARD_KEYS
from dsl.load import load_package

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = schemas()


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_schema_is_one(name: str):
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_every_mapping_is_closed_and_every_shape_has_a_name(name: str):
    for part in inner_schemas(SCHEMAS[name]):
        if part.get("type") == "object" and "properties" in part:
            is_manifest = part.get("title") == "a manifest"
            assert is_manifest or "additionalProperties" in part, json.dumps(part)[:200]
        is_shape = isinstance(part.get("type"), str | list) and len(part) > 1
        if is_shape and "$schema" not in part:
            assert "title" in part, json.dumps(part)[:200]


@pytest.fixture(scope="module")
def seen():
    """Return the documents of some packages with the schemas that they are held against."""
    found = []

    def stop(package, report, *_: object) -> None:
        schema.check_shapes(package, report)
        raise StopIteration

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(schema, "_violations", lambda root, name: found.append((name, root)) or ())
        patched.setattr(dsl.load, "check_shapes", stop)
        for folder in sorted((*ROOT.glob("cards/*"), *ROOT.glob("examples/recipes/*"))):
            if (folder / "game.yaml").is_file():
                with pytest.raises(StopIteration):
                    load_package(folder, folder.name, ROOT / "cards" / "prelude", ())
    return [(name, image_of(root)) for name, root in found]


def places(image):
    """Yield what holds each value, and where."""
    pairs = image.items() if isinstance(image, dict) else enumerate(image)
    for key, value in list(pairs):
        yield image, key
        if isinstance(value, dict | list):
            yield from places(value)


OTHERS = (None, True, 5, -1, 1.5, 2.0, "", "x", "yes", [], {}, ["x"], {"x": 1}, {"en": "x"})


def test_what_fits_at_a_glance_is_what_the_library_finds_nothing_in(seen):
    chance = Random(12)
    refused = 0
    for name, image in seen:
        assert schema.fits(image, name) == schema._validator(name).is_valid(image)
        for holder, key in chance.sample(found := [*places(image)], min(4, len(found))):
            before = holder[key]
            holder[key] = chance.choice(OTHERS)
            is_right = schema._validator(name).is_valid(image)
            assert schema.fits(image, name) == is_right, (name, key, holder[key])
            refused += not is_right
            if isinstance(holder, dict):
                del holder[key]
                assert schema.fits(image, name) == schema._validator(name).is_valid(image)
            holder[key] = before
    assert {name for name, _ in seen} >= {schema.GAME, schema.CARD, schema.SCRIPT, schema.MANIFEST}
    assert refused > 300


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
        ("events", "events: {a: [stop]}\n", "wrong-shape", "stop"),
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
