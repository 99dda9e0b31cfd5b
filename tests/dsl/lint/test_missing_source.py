"""A card without a source among others that have one is found, once nothing tells it for all."""

from __future__ import annotations

import pytest

from dsl.check.texts.texts import prelude_of
from dsl.diagnostics.diagnostic import Report
from dsl.lint.rules import lint
from dsl.load import load_sources
from dsl.records import Source
from tests.dsl.lint.test_rules import CLEAN, PLUM, SOURCED, only


def test_a_card_without_a_source_among_others_is_found():
    text = CLEAN.replace("title: {en: Small, ja: 小}\n", SOURCED)
    sourced = PLUM.replace("id: plum,", "id: plum, source: page 3,")

    assert only("missing-source", PLUM, sourced, text) == ["nothing tells where `lemon` comes from"]


@pytest.mark.parametrize(
    ("said", "is_found"),
    [("authors: [Ada]\n", False), ("source: {own: Ada}\n", False), ("", True)],
)
def test_the_manifest_of_an_expansion_tells_where_its_cards_come_from(said, is_found):
    text = CLEAN.replace("title: {en: Small, ja: 小}\n", SOURCED)
    text = text.replace("size: 1,", "source: page 3, size: 1,").replace(
        "size: 2,", "source: page 4, size: 2,"
    )
    manifest = f'id: more\nversion: "1"\nlanguage: 1\ntitle: {{en: More, ja: 続}}\n{said}'
    sloe = "kind: fruit\ntaste: sour\nsize: 1\nname: {en: Sloe, ja: 酸桃}\n"
    files = (
        Source("small/game.yaml", text),
        Source("more/expansion.yaml", f"{manifest}requires: [small]\n", "more"),
        Source("more/sloe.yaml", sloe, "more"),
    )
    loaded = load_sources(files, "small", prelude_of((), Report()))
    assert loaded.game is not None, [each.rendered() for each in loaded.diagnostics]

    names = [each.name for each in lint(loaded.game, loaded.used, loaded.sources)]
    assert ("missing-source" in names) == is_found
