"""Check that a search in a large pool says the same before and after its rules are read."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cardwright
from benchmarks.pools import write
from cardwright.apps.cards.entries import entries, entries_of
from cardwright.apps.cards.fields import needs_of
from cardwright.apps.cards.indexing import build_index
from cardwright.apps.cards.query_reader import QueryError
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.commands.main import group

DATA = (
    "", "price>=7", "tribe:tribe-3 power<5", "kind:beast sort:-price", "-price>3", "card-17",
    "power:4 or price:2", "copies>=4", "zone:none", "id:card-20", "show:name,price", "sort:id",
    "griffin", "name:griffin", "price:/1/", "expansion:pool sort:name", "source:none", "tribe:x",
    "colour:red", "(price:1",
)  # fmt: skip
MORE = """\
cards:
- id: griffin-1
  kind: beast
  name: {en: Griffin, ja: グリフィン}
  text: {en: "A bold bird.", ja: 鳥。}
  about: {rarity: rare}
  tribe: tribe-3
  price: 4
  triggers: [{after: enter where c == self, do: gain 1}]
- id: griffin-2
  kind: beast
  name: {en: Old griffin, ja: 老いたグリフィン}
  tribe: tribe-3
  price: 5
  triggers: [{after: enter where c == self, do: drain 2}]
"""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    found = tmp_path / "pool"
    write(found, 160)
    (found / "cards" / "more.yaml").write_text(MORE, "utf-8")
    monkeypatch.setattr("cardwright.api.checks._SMALL", 0)
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    return found


def base(folder: Path) -> Cardbase:
    return Cardbase(cardwright.find_package(str(folder)))


def call(folder: Path, *words: str) -> Any:
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, ["cards", str(folder), *words])


def answered(one: Cardbase, query: str) -> object:
    """Return what a query finds, and what a table shows of it."""
    try:
        answer = one.answer(query)
    except QueryError as error:
        return error.shown("en")
    cells = [
        answer.index.cells(row, lang)[:-1] for row in answer.found.rows for lang in ("en", "ja")
    ]
    return answer.found, cells


def test_a_query_for_what_cards_are_is_answered_without_their_rules(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, data = base(folder), base(folder)
    index = whole.index
    monkeypatch.setattr(Cardbase, "cards", property(lambda self: pytest.fail("all rules are read")))
    for query in DATA:
        monkeypatch.setattr(Cardbase, "_kept", lambda self, sort: None)
        first = answered(data, query)
        monkeypatch.setattr(Cardbase, "_kept", lambda self, sort: index)
        assert first == answered(whole, query), query


@pytest.mark.parametrize(
    ("query", "needs"),
    [
        *((query, "data") for query in ("", "price>3", "name:x sort:-price", "kind:a or b:c", "(")),
        *((query, "words") for query in ("dragon", '"two words"', "price>3 dragon", "/x/ or a:b")),
        *((query, "rules") for query in ("does:draw", "text:x", "-dragon", "show:name,does",
                                         "price>3 -(dragon)", "sort:-text")),
        ("changed:HEAD", "whole"),
    ],
)  # fmt: skip
def test_what_a_query_needs(query: str, needs: str) -> None:
    assert needs_of(query) == needs


def test_words_are_looked_for_in_names_first_and_that_is_said(folder: Path) -> None:
    first = call(folder, "bird or griffin")
    assert "Old griffin" in first.stdout
    assert "not read yet" in first.output
    assert "griffin-1" in call(folder, "text:gain").stdout
    assert "not read yet" not in call(folder, "bird or griffin").output


def test_a_word_of_rules_alone_is_found(folder: Path) -> None:
    found = call(folder, "drain", "power:1")
    assert found.exit_code == 0
    assert "griffin-2" in found.stdout
    assert "not read yet" not in found.output


def test_programs_get_all_that_words_find(folder: Path) -> None:
    told = json.loads(call(folder, "drain", "--json").stdout)
    assert "griffin-2" in {each["id"] for each in told["cards"]}


def test_one_card_is_shown_with_its_rules_and_what_names_it(folder: Path) -> None:
    path = folder / "cards" / "more.yaml"
    path.write_text(MORE.replace("do: drain 2", "do: create griffin-1 into me.hand"), "utf-8")
    (card,) = json.loads(call(folder, "griffin", "--json").stdout)["cards"]
    assert card["rules"]["en"]
    shown = call(folder, "griffin").stdout
    assert "named by: trigger griffin-2" in shown


def test_a_wrong_card_does_not_stop_a_search_for_others(folder: Path) -> None:
    path = folder / "cards" / "more.yaml"
    path.write_text(MORE.replace("drain 2", "dran 2"), "utf-8")
    assert "Griffin" in call(folder, "name:griffin price:4").stdout
    result = call(folder, "old griffin")
    assert result.exit_code == 1
    assert "more.yaml" in result.output


def test_what_cards_do_is_the_same_where_cards_that_say_the_same_are_checked_once(
    folder: Path,
) -> None:
    package = cardwright.find_package(str(folder))
    data = cardwright.Checks.data_of_cards(package, has_rules=True)
    assert data is not None and len(data.like) > 30
    found = build_index(entries_of([(data.game, data.like)]))
    whole = build_index(entries(cardwright.load(folder, whole=True).model, ()))
    for each in fields(found):
        if each.name != "digests":  # hashes of all that a card says
            assert getattr(found, each.name) == getattr(whole, each.name), each.name


def test_a_query_for_what_cards_do_checks_no_card_twice(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, load = base(folder), []
    monkeypatch.setattr(Cardbase, "cards", property(lambda _: load.append("all")))
    assert cards.answer("does:gain").found.rows
    assert cards.answer("reacts:enter").found.rows
    assert load == []
