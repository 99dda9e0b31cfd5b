"""Check that a search after some cards changed says the same as one from nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import cardwright
from benchmarks.pools import card, write
from cardwright.apps.cards.entries import entries
from cardwright.apps.cards.index import Index
from cardwright.apps.cards.indexing import build_index
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.commands.main import group

MORE = """\
cards:
- id: griffin-1
  kind: beast
  name: {en: Griffin, ja: グリフィン}
  text: {en: "A bold bird.", ja: 鳥。}
  about: {rarity: rare, number: 7}
  source: letter
  tribe: tribe-3
  price: 4
  triggers: [{after: enter where c == self, do: gain 1}]
- id: griffin-2
  kind: beast
  name: {en: Old griffin}
  about: {number: 8}
  friends: [griffin-1]
  tribe: tribe-3
  price: 5
- id: griffin-3
  kind: beast
  tribe: tribe-4
  power: 99
  price: 40
"""
DECKS = "decks:\n  hers:\n    cards: |\n      2 card-1\n      1 griffin-1\n"


class Pool:
    """A pool of cards with its cache.

    Attributes:
        whole: How often all of it was read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.whole = folder, 0
        self.more = folder / "cards" / "more.yaml"

    def index(self) -> Index:
        """Return the index of what the cards are, as a search has it now."""
        return Cardbase(cardwright.find_package(str(self.folder))).answer("price>3").index

    def fresh(self) -> Index:
        """Return the same, made of all cards."""
        model = cardwright.load(self.folder, whole=True, cache=False).model
        return build_index(entries(model, ()), has_rules=False)

    def is_right(self) -> bool:
        """Return whether a search says the same as from nothing, now and when it is asked again."""
        wanted = plain(self.fresh())
        return plain(self.index()) == wanted == plain(self.index())


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pool:
    folder = tmp_path / "pool"
    write(folder, 48)
    game = folder / "game.yaml"
    text = game.read_text("utf-8")
    text = text.replace("power: int = 1}", "power: int = 1, friends: 'list of def of beast = []'}")
    game.write_text(text, "utf-8")
    found = Pool(folder)
    found.more.write_text(MORE, "utf-8")
    (folder / "decks.yaml").write_text(DECKS, "utf-8")
    monkeypatch.setattr("cardwright.api.checks._SMALL", 0)
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    read = cardwright.Checks.data_of_cards

    def counted(*args: Any) -> Any:
        found.whole += 1
        return read(*args)

    monkeypatch.setattr(cardwright.Checks, "data_of_cards", staticmethod(counted))
    assert found.is_right() and found.whole == 1
    return found


def plain(index: Index) -> list[Any]:
    """Return all that is known of cards, but for the hashes of whole texts."""
    found = {each.name: getattr(index, each.name) for each in fields(index)}
    del found["digests"]
    found["attributes"] = sorted(found["attributes"], key=lambda each: (each["kind"], each["name"]))
    return [(name, dict(part) if name in ("labels", "columns") else part)
            for name, part in found.items()]  # fmt: skip


def replacing(old: str, new: str) -> Callable[[Pool], None]:
    """Return the change of a word in the file of griffins."""

    def change(pool: Pool) -> None:
        text = pool.more.read_text("utf-8")
        assert old in text
        pool.more.write_text(text.replace(old, new, 1), "utf-8")

    return change


def without(pool: Pool) -> None:
    """Take the third griffin out."""
    pool.more.write_text(MORE.partition("- id: griffin-3")[0], "utf-8")


NEW = """\
- id: griffin-10
  kind: beast
  name: {en: New griffin}
  tribe: tribe-4
  price: 1
  friends: [card-8]
"""


@pytest.mark.parametrize(
    "change",
    [
        replacing("price: 4", "price: 5"),
        replacing("price: 4", "price: 77"),
        replacing("price: 40", "price: 3"),
        replacing("Old griffin", "Older griffin"),
        replacing("A bold bird.", "A shy bird."),
        replacing("number: 8", "number: 9"),
        replacing("gain 1", "gain 2"),
        replacing("power: 99\n  price: 40", "price: 40\n\n\n  # a remark\n  power: 99"),
        replacing("  friends: [griffin-1]\n", "  friends: [card-3]\n"),
        replacing("- id: griffin-3\n", f"{NEW}- id: griffin-3\n"),
        replacing("  power: 99\n", "  source: book\n"),
        without,
    ],
)
def test_changed_cards_are_read_alone(pool: Pool, change: Callable[[Pool], None]) -> None:
    change(pool)
    assert pool.is_right()
    first = pool.more.read_text("utf-8").partition("- id: griffin-2")[0]
    assert pool.whole == 1 + (first not in MORE)  # the second one names it


def test_a_changed_card_of_a_deck_is_read_alone(pool: Pool) -> None:
    file = pool.folder / "cards" / "set-00000.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("power: 1", "power: 12", 1), "utf-8")
    assert pool.is_right() and pool.whole == 1


@pytest.mark.parametrize(
    "change",
    [
        replacing("rarity: rare", "number: x"),
        replacing("number: 7", "number: seven"),
        replacing("rarity: rare, ", ""),
        replacing("- id: griffin-3\n", "- id: griffin-3\n  face-of: griffin-2\n"),
        replacing(
            "- id: griffin-3\n",
            "- {id: griffin-3, kind: beast, tribe: tribe-1, price: 3}\n- id: griffin-4\n",
        ),
        replacing("cards:\n", "kinds:\n  bird: {extends: beast}\ncards:\n"),
        replacing("id: griffin-3\n  kind: beast", "id: griffin-3\n  kind: beast\n  start: deck"),
    ],
)
def test_what_is_more_than_plain_cards_is_read_as_a_whole(
    pool: Pool, change: Callable[[Pool], None]
) -> None:
    change(pool)
    try:
        wanted = plain(pool.fresh())
    except cardwright.PackageError:
        with pytest.raises(cardwright.PackageError):
            pool.index()
    else:
        assert plain(pool.index()) == wanted == plain(pool.index())
        assert pool.whole == 2


def test_a_changed_deck_is_no_changed_card(pool: Pool) -> None:
    (pool.folder / "decks.yaml").write_text(DECKS.replace("2 card-1", "2 card-2"), "utf-8")
    assert pool.is_right() and pool.whole == 1


def test_a_changed_rule_of_all_is_heeded(pool: Pool) -> None:
    game = pool.folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("power: int = 1", "power: int = 2"), "utf-8")
    assert pool.is_right() and pool.whole == 2


def test_a_file_that_went_or_came_is_heeded(pool: Pool) -> None:
    pool.more.unlink()
    (pool.folder / "decks.yaml").unlink()
    assert pool.is_right() and pool.whole == 2
    pool.more.write_text(MORE, "utf-8")
    assert pool.is_right() and pool.whole == 3


def test_a_name_given_elsewhere_is_heeded(pool: Pool) -> None:
    text = "translation: de\ncards:\n  griffin-2: {name: Greif}\n"
    (pool.folder / "de.yaml").write_text(text, "utf-8")
    with_name = plain(pool.index())
    assert with_name == plain(pool.fresh())
    (pool.folder / "de.yaml").write_text(text.replace("Greif", "Vogel"), "utf-8")
    assert pool.is_right()


def test_lint_prepares_the_first_search(pool: Pool) -> None:
    for path in Path(os.environ["CARDWRIGHT_CACHE"]).glob("data-*"):
        path.unlink()
    result = CliRunner().invoke(group, ["lint", str(pool.folder)])
    assert result.exit_code == 0 and pool.whole == 2
    replacing("price: 40", "price: 41")(pool)
    CliRunner().invoke(group, ["lint", str(pool.folder)])
    assert pool.is_right() and pool.whole == 2


def test_another_version_of_the_program_reads_all(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright.api.cache._program", lambda *folders: b"another")
    assert pool.is_right() and pool.whole == 2


def test_a_damaged_cache_is_none(pool: Pool) -> None:
    for path in Path(os.environ["CARDWRIGHT_CACHE"]).glob("data-*"):
        path.write_bytes(path.read_bytes()[:-40] + b"x" * 40)
    assert pool.is_right() and pool.whole == 2


def test_a_cache_that_cannot_be_written_is_none(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("cardwright.api.cache.write_privately", refuse)
    replacing("price: 40", "price: 41")(pool)
    assert pool.is_right() and pool.whole == 1


def test_two_at_once_find_what_is_there_when_they_ask(pool: Pool) -> None:
    first = Cardbase(cardwright.find_package(str(pool.folder)))
    replacing("price: 40", "price: 41")(pool)
    second = Cardbase(cardwright.find_package(str(pool.folder)))
    assert plain(second.answer("price>3").index) == plain(pool.fresh())
    first.answer("price>3")
    replacing("price: 41", "price: 42")(pool)
    assert pool.is_right()


SAID = ("", "\n", "  # a remark\n", "  copies: 2\n", "  name: {en: Beast}\n",
        "  about: {number: 4}\n", "  source: book\n", "  friends: [griffin-3]\n")  # fmt: skip


@pytest.mark.parametrize(
    ("seed", "edits"), [(0, 4), *(pytest.param(n, 60, marks=pytest.mark.soak) for n in range(1, 4))]
)
def test_changes_at_random(pool: Pool, seed: int, edits: int) -> None:
    chance, file = Random(seed), pool.folder / "cards" / "set-00000.yaml"
    texts = {number: card(number) for number in range(48)}
    for _ in range(edits):
        for _ in range(chance.choice((1, 1, 2, 5))):
            number = chance.randrange(48)
            text = card(chance.randrange(160)).partition("\n")[2]
            head = card(number).partition("\n")[0]
            texts[number] = f"{head}\n{chance.choice(SAID)}{text}"
        file.write_text("cards:\n" + "".join(texts.values()), "utf-8")
        assert pool.is_right()
    assert pool.whole <= 1 + edits // 2
