"""Queries for cards: what they find, and what is said of those that mean nothing."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from cardwright.api.loading import find_package
from cardwright.apps.cards.index import from_bytes, to_bytes
from cardwright.apps.cards.query_reader import QueryError
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.commands.main import group

ROOT = Path(__file__).resolve().parents[3]
TABLES = Path(__file__).parent / "queries"


def table(name: str) -> list[tuple]:
    """Return the rows of a table, each with its game."""
    games = yaml.safe_load((TABLES / name).read_text(encoding="utf-8"))
    return [(game, *row) for game, rows in games.items() for row in rows]


@cache
def base(game: str) -> Cardbase:
    """Return the cards of a game."""
    return Cardbase(find_package(game))


def ids(game: str, query: str) -> list[str]:
    """Return the ids of what a query finds, in order."""
    index = base(game).index
    return [index.ids[row] for row in base(game).find(query).rows]


@pytest.mark.parametrize(("game", "query", "expected"), table("found.yaml"))
def test_what_is_found(game, query, expected):
    found = ids(game, query)

    assert (found if "sort:" in query else sorted(found)) == (
        expected if "sort:" in query else sorted(expected)
    )


def test_the_table_is_long_enough():
    assert len(table("found.yaml")) >= 100


@pytest.mark.parametrize(("game", "query", "carets", "message"), table("refused.yaml"))
def test_what_means_nothing_is_shown_with_carets(game, query, carets, message):
    with pytest.raises(QueryError) as caught:
        base(game).find(query)

    first, _, shown, marks = caught.value.shown("en").splitlines()
    assert message in first
    assert shown == f"1 | {query}"
    assert marks == f"  | {carets}"
    assert caught.value.message("ja") != caught.value.message("en")


def test_sixty_queries_are_refused():
    assert len(table("refused.yaml")) >= 60


def test_a_query_too_long_or_too_deep_is_refused():
    for query, message in (
        ("city " * 500, "at most 2000 letters"),
        ("(" * 60 + "city" + ")" * 60, "nested too deep"),
        ("-" * 60 + "city", "nested too deep"),
        ("not " * 60 + "city", "nested too deep"),
    ):
        with pytest.raises(QueryError, match=message):
            base("worldmonger").find(query)
    assert ids("worldmonger", "(" * 50 + "id:city" + ")" * 50) == ["city"]


def test_a_hostile_pattern_ends():
    assert ids("worldmonger", "/((.*)*)*zzz(a|a)*$/") == []
    with pytest.raises(QueryError, match="too large"):
        ids("worldmonger", "/((a{99}){99}){99}/")


def test_control_characters_in_a_query_do_not_reach_the_terminal():
    with pytest.raises(QueryError) as caught:
        base("worldmonger").find("ci\x1b[31mty\u202e {guess}")

    assert all(c.isprintable() for line in caught.value.shown("en").splitlines() for c in line)


def test_the_card_called_so_comes_before_the_words():
    assert ids("worldmonger", "law code") == ["law-code"]
    assert ids("worldmonger", "漢") == ["han"]
    assert len(ids("worldmonger", '"law code"')) >= 1


def test_what_a_match_decides_fits_neither_way_and_is_told():
    index = base("dream-tricks").index
    for query in ("fragments>=10 color:green", "-fragments<10 color:green"):
        found = base("dream-tricks").find(query)
        assert [index.ids[row] for row in found.rows] == ["green-6"]
        assert sorted(index.ids[row] for row in found.depends) == ["green-10", "green-9"]


def test_an_index_is_the_same_after_it_was_kept():
    index = base("worldmonger").index

    assert from_bytes(to_bytes(index)) == index
    assert from_bytes(b"nonsense") is None


def test_cards_from_python():
    import cardwright

    found = cardwright.cards("worldmonger", "does:trash sort:name show:name,worth")

    assert found.ids == ["law-code", "sacrifice", "shrine-maiden"]
    assert found.table("ja") == [("法典", "2"), ("生贄", "2"), ("巫女", "2")]
    assert found[0].name("en") == "Law Code" and len(found) == 3
    assert found.data()[0]["attributes"]["worth"] == 2
    assert cardwright.cards(cardwright.load("worldmonger"), "does:trash").ids == sorted(found.ids)
    with pytest.raises(cardwright.QueryError, match="did you mean `trash`"):
        cardwright.cards("worldmonger", "does:trahs")


def changed_copy(tmp_path: Path) -> tuple[Path, Path]:
    """Return an old and a new folder: an effect, a text and layout are changed, a card is new."""
    old, new = tmp_path / "old", tmp_path / "new"
    shutil.copytree(ROOT / "cards" / "worldmonger", old)
    shutil.copytree(old, new)
    for name, before, after in (
        ("city", "do: draw 2", "do: draw 3"),
        ("druid", "Choose another civilization.", "Choose one other civilization."),
        ("cavalry", "kind: culture", "# swift\nkind:   culture"),
    ):
        file = new / "cards" / f"{name}.yaml"
        text = file.read_text(encoding="utf-8")
        assert before in text
        file.write_text(text.replace(before, after), encoding="utf-8")
    (new / "cards" / "barracks.yaml").write_text(
        "kind: culture\nname: {en: Barracks, ja: 兵舎}\nworth: 1\n", encoding="utf-8"
    )
    return old, new


def test_what_changed_since_another_folder(tmp_path):
    old, new = changed_copy(tmp_path)
    cards = Cardbase(find_package(str(new)))

    found = [cards.index.ids[row] for row in cards.find(f'changed:"{old}"').rows]
    assert sorted(found) == ["barracks", "city", "druid"]
    rest = cards.find(f'-変更:"{old}" kind:culture does:discard').rows
    assert [cards.index.ids[row] for row in rest] == [
        "aqueduct", "cavalry", "philosopher", "scripture", "war-elephants",
    ]  # fmt: skip
    with pytest.raises(QueryError, match="is neither a folder with this game nor a git revision"):
        cards.find(f"changed:{tmp_path}")


def test_what_changed_since_a_revision(tmp_path):
    old, new = changed_copy(tmp_path)
    git = ["git", "-C", str(old), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"], ["tag", "first"]):
        subprocess.run([*git, *words], check=True, capture_output=True)
    shutil.copytree(new, old, dirs_exist_ok=True)
    cards = Cardbase(find_package(str(old)))

    assert [cards.index.ids[row] for row in cards.find("changed:first sort:id").rows] == [
        "barracks", "city", "druid",
    ]  # fmt: skip
    for word in ("second", "--output=x", "first:game.yaml"):
        with pytest.raises(QueryError, match="is neither a folder"):
            cards.find(f"changed:{word}")


def test_whatever_is_written_is_answered_or_refused_in_words():
    rng = random.Random(18)
    pieces = ["kind:", "culture", "(", ")", "or", "not", "-", '"', "/", "does:", "draw", ">=", "2",
              "worth", " ", " ", "村人", "「", "sort:", "show:", "name", ",", "[", "*", "\\", "、",
              "price", "changed:", "\u0130", "ﾀﾞ", "+", "=", "until:", "turn", "{", "}"]  # fmt: skip
    answered = 0
    for _ in range(1500):
        query = "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 9)))
        try:
            base("worldmonger").find(query)
            answered += 1
        except QueryError as error:
            assert error.shown("en").count("\n") == error.shown("ja").count("\n") == 3
    assert 20 < answered < 1480


def test_a_query_on_the_command_line_may_begin_with_a_minus():
    call = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke
    for words in (
        ["-does:draw worth>=3 dividend:no", "--json"],
        ["--json", "-does:draw", "worth>=3", "-dividend:yes"],
        ["--lang", "ja", "-does:draw", "--json", "worth>=3", "dividend:no"],
    ):
        result = call(group, ["cards", "worldmonger", *words])
        assert result.exit_code == 0, result.stderr
        found = {card["id"] for card in json.loads(result.stdout)["cards"]}
        assert found == {"war-elephants", "ironworking"}
    for words in (["--jsn"], ["-o"], ["--export"]):
        assert call(group, ["cards", "worldmonger", *words]).exit_code == 2
    words = ["-o", "books=true", "-kind:city -kind:dream", "--json"]
    books = call(group, ["cards", "equilibrion", *words])
    assert len(json.loads(books.stdout)["cards"]) == 7
