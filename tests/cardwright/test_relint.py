"""Check that lint finds the same in a pool with what it found before as from nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardwright
from benchmarks.pools import card, write
from cardwright.api import checks, relint
from cardwright.api.cache import Cache, LastStore
from dsl import in_order

CARDS, KINDS = 30, 30
RIGHT = (
    "drain 2", "gain 3", "draw 1", "retire self", "add 1 to me.coins", "tap self; gain 1",
    "set me.life to 3", "discard self", "shuffle me.deck", "untap self",
)  # fmt: skip
WORDS = (*RIGHT, "driain 2", "hurt c with 1", "discard card-7", "drain card-9.price", "gain fee")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    found = tmp_path_factory.mktemp("relint") / "pool"
    write(found, CARDS)
    cards = [named(card(number % KINDS), number) for number in range(CARDS)]
    cards += [named(card(8).replace("drain 1", each), CARDS + number)
              for number, each in enumerate([*RIGHT, *RIGHT])]  # fmt: skip
    text = f"cards:\n{''.join(cards)}"
    (found / "cards" / "set-00000.yaml").write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "_SMALL", 0)
        patch.setattr(relint, "MOST_WITNESSES", 1)
        patch.setenv("CARDWRIGHT_CACHE", str(found.parent / "cache"))
        yield found


def named(text: str, number: int) -> str:
    """Return a card with another number and a name."""
    head, _, rest = text.partition("\n")
    id_ = head.partition("#")[0].split()[-1]
    return f"{head.replace(id_, f'card-{number}', 1)}\n  name: {{en: Beast {number}}}\n{rest}"


def said(found: Any) -> list[Any]:
    return [each.as_plain() for each in in_order(found)]


def edited(lines: list[str], chance: Random) -> list[str]:
    """Return the lines of a file of cards with something else at one place."""
    at = chance.randrange(1, len(lines))
    line, number = lines[at], str(chance.randrange(12))
    if "power:" in line or "price:" in line:
        return [*lines[:at], f"{line.partition(':')[0]}: {number}\n", *lines[at + 1 :]]
    if "tribe:" in line:
        line = f"  tribe: tribe-{number}\n"
        return [*lines[:at], line, *lines[at + 1 :]]
    if "name:" in line:
        return [*lines[:at], f"  name: {{en: Beast {number}}}\n", *lines[at + 1 :]]
    if "do:" in line:
        what = chance.choice((*WORDS, f"gain {number}"))
        return [*lines[:at], f"{line.partition('do:')[0]}do: {what}}}]\n", *lines[at + 1 :]]
    if "id:" in line:
        comment = chance.choice(("card-without-example — told", "card-without-example"))
        line = f"{line.partition('#')[0].rstrip()}  # allow: {comment}\n"
        return [*lines[:at], line, *lines[at + 1 :]]
    other = chance.randrange(KINDS)
    own = [each for each in card(other).splitlines(keepends=True) if each[2:3].isalpha()]
    rules = [each for each in own if each.strip().partition(":")[0] in ("actions", "triggers")]
    return [*lines[:at], *(rules or [line])[:1], *lines[at + 1 :]]


@pytest.mark.parametrize(
    ("seed", "edits"), [(0, 1), *(pytest.param(n, 40, marks=pytest.mark.soak) for n in range(1, 7))]
)
def test_changes_at_random_are_found_as_from_nothing(
    folder: Path, seed: int, edits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, chance, quick = cardwright.find_package(str(folder)), Random(seed), 0
    cardwright.lint(package, cache=True)
    content = LastStore(Cache(folder.parent / "cache"), "lint", package).get()
    assert content is not None
    file = folder / "cards" / "set-00000.yaml"
    whole = file.read_text("utf-8")
    try:
        for _ in range(edits):
            lines = whole.splitlines(keepends=True)
            for _ in range(chance.choice((1, 1, 1, 2, 3))):
                lines = edited(lines, chance)
            file.write_text("".join(lines), "utf-8")
            found = relint.relint(content, package.files(), checks.looker(package))
            quick += found is not None
            if found is not None:
                assert said(found) == said(cardwright.lint(package))
    finally:
        file.write_text(whole, "utf-8")
    assert quick >= edits // 8


def test_a_mistake_in_a_card_is_looked_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = cardwright.find_package(str(folder))
    before = cardwright.lint(package, cache=True)
    file = folder / "cards" / "set-00000.yaml"
    whole, looks = file.read_text("utf-8"), list[Any]()
    look = checks.looker(package)

    def counted(files: Any) -> relint.Looked:
        looks.append(files)
        return look(files)

    monkeypatch.setattr(checks, "looker", lambda _: counted)
    try:
        file.write_text(whole.replace("gain 3", "gani 3", 1), "utf-8")
        found = cardwright.lint(package, cache=True)
    finally:
        file.write_text(whole, "utf-8")
    assert [each.name for each in found] == ["unknown-event"]
    assert len(looks) == 1
    assert said(cardwright.lint(package, cache=True)) == said(before)
    assert len(looks) == 1
