"""What translators are told: what is missing, what differs, what bypasses translation."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from cardwright.apps.commands.main import group

ROOT = Path(__file__).resolve().parents[3]
GAME = """\
id: brook
version: "1"
language: 1
title: {en: The Brook, ja: 小川}
kinds:
  fish:
    attributes: {size: int = 1}
    active-in: [player.hand]
    start: water
    text: {en: fish, ja: 魚}
  net: {start: water, text: {en: net, ja: 網}}
players: {count: 2, state: {coins: {is: int = 0, text: {en: coins, ja: コイン}}}}
zones:
  water: {of: fish, order: stack, seen-by: everyone, text: {en: net, ja: 水}}
  creel: {of: fish, seen-by: everyone}
  player.hand: {of: fish, seen-by: owner, text: {en: catch, ja: 魚}}
events:
  gain (int n): {do: add n to me.coins, text: {en: "{me} gains {n}", ja: "{me}が得る"}}
actions:
  angle:
    do: gain 1; move top(water) to me.hand
    text: {en: angle}
cards:
- id: trout
  kind: fish
  name: {en: Trout, ja: 鱒}
  text: {en: You may gain 3., ja: コイン2を得る。}
  triggers: [{after: gain by me, do: "may, gain 3"}]
- id: carp
  kind: fish
  name: {en: Carp, ja: 鯉}
  text: {en: Like a Trout., ja: 鮭のように。}
- {id: perch, kind: fish, name: {en: Perch, ja: すずき}}
phases:
- {id: day, turns: players, offer: [angle], text: {en: Day, ja: 昼}}
end: {when: "any(players, coins > 3)", rank: [coins]}
"""


def ran(*words: str) -> Result:
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words)


@pytest.fixture
def brook(tmp_path: Path) -> Path:
    folder = tmp_path / "brook"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    return folder


def test_all_that_is_missing_or_differs_is_told(brook: Path):
    done = ran("i18n", str(brook), "--json")
    told = json.loads(done.stdout)
    doubtful = {(d["sort"], d["term"]): d["words"] for d in told["doubtful"]}

    assert done.exit_code == 1
    assert [t["path"] for t in told["languages"]["ja"]["missing"]] == ["actions.angle.text"]
    assert told["languages"]["en"]["missing"] == []
    assert doubtful == {
        ("two-words", "net"): ["網", "水"],
        ("two-meanings", "魚"): ["fish", "catch"],
        ("other-word", "Trout"): ["鱒"],
        ("slots", "{n}"): ["{me} gains {n}", "{me}が得る"],
        ("numbers", "2 3"): ["You may gain 3.", "コイン2を得る。"],
        ("may", "may"): ["You may gain 3.", "コイン2を得る。"],
    }
    assert any("in `ja` says 2" in each["message"] for each in told["effects"])


def test_it_is_told_to_people_in_both_languages(brook: Path):
    english, japanese = ran("i18n", str(brook)), ran("i18n", str(brook), "--lang", "ja")

    assert "brook in ja: " in english.stdout and "One term, two translations:" in english.stdout
    assert "1つの用語に2つの訳:" in japanese.stdout
    assert english.exit_code == japanese.exit_code == 1


def test_a_card_whose_text_is_the_made_one_is_named(brook: Path):
    text = GAME.replace("text: {en: You may gain 3., ja: コイン2を得る。}", "text: {en: TEXT}")
    (brook / "game.yaml").write_text(text, "utf-8")
    rules = json.loads(ran("cards", str(brook), "trout", "--json").stdout)["card"]["rules"]["en"]
    (brook / "game.yaml").write_text(text.replace("TEXT", f"'{' '.join(rules)}'"), "utf-8")

    assert json.loads(ran("i18n", str(brook), "--json").stdout)["twice"] == ["trout"]


def test_what_people_read_by_its_id_is_told(brook: Path):
    told = json.loads(ran("i18n", str(brook), "--json").stdout)["unnamed"]

    assert [each["message"] for each in told] == ["people read the attribute `size` by its id"]
    assert ".yaml:" in told[0]["place"]
    assert "people read the attribute `size` by its id" in ran("i18n", str(brook)).stdout


def test_what_is_shown_and_has_no_text_is_found(brook: Path):
    told = json.loads(ran("i18n", str(brook), "--pseudo", "--json").stdout)

    found = [each["words"] for each in told["bypassing"]]
    assert found == ["creel"]  # a zone


@pytest.mark.parametrize("game", ["dream-tricks", "worldmonger", "equilibrion"])
def test_nothing_of_these_games_bypasses_translation(game: str):
    told = json.loads(ran("i18n", game, "--pseudo", "--json").stdout)

    assert told["bypassing"] == []
    assert all(each["missing"] == [] for each in told["languages"].values())


@pytest.mark.parametrize(
    "game", ["cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger"]
)
def test_texts_and_rules_of_shipped_games_agree(game: str):
    told = json.loads(ran("i18n", game, "--json").stdout)
    sorts = {each["sort"] for each in told["doubtful"]}

    assert told["effects"] == [] and told["twice"] == [] and told["unnamed"] == []
    assert sorts <= {"two-words", "two-meanings"}


def test_a_skeleton_filled_in_completes_the_game(brook: Path):
    file = brook / "texts" / "de.yaml"
    file.parent.mkdir()
    done = ran("i18n", str(brook), "--skeleton", "de", "-O", str(file))
    assert done.exit_code == 0 and "texts to translate written" in done.stdout

    entries = file.read_text("utf-8").splitlines()
    filled = [
        f"{line} Wort" if line.rstrip().endswith(":") and not line.startswith("#")
        and not _has_more_below(entries, number) else line
        for number, line in enumerate(entries)
    ]  # fmt: skip
    file.write_text("\n".join(filled) + "\n", "utf-8")

    told = json.loads(ran("i18n", str(brook), "--json").stdout)
    assert told["languages"]["de"]["missing"] == []
    assert ran("games", str(brook), "--lang", "de").stdout.count("Wort") >= 1


def _has_more_below(lines: list[str], number: int) -> bool:
    """Return whether an entry has entries of its own."""
    depth = len(lines[number]) - len(lines[number].lstrip())
    rest = (line for line in lines[number + 1 :] if line.strip())
    after = next(rest, "")
    return len(after) - len(after.lstrip()) > depth


def test_a_skeleton_names_the_same_texts_as_a_complete_translation(tmp_path: Path):
    game = tmp_path / "dream-tricks"
    shutil.copytree(ROOT / "cards" / "dream-tricks", game)
    german = (game / "texts" / "de.yaml").read_text("utf-8")
    (game / "texts" / "de.yaml").unlink()
    skeleton = ran("i18n", str(game), "--skeleton", "de").stdout

    told = _paths(yaml.safe_load(german)) - {"events.move", "events.shuffle"}
    assert _paths(yaml.safe_load(skeleton)) == told


def _paths(tree: object, path: str = "") -> set[str]:
    """Return the paths of a translation file, those of lone texts without `text`."""
    if not isinstance(tree, dict):
        return {path.removesuffix(".text")}
    return {
        each for key, inner in tree.items() for each in _paths(inner, f"{path}.{key}".strip("."))
    }


def test_a_file_that_is_there_is_not_written_over(brook: Path, tmp_path: Path):
    file = tmp_path / "de.yaml"
    file.write_text("mine", "utf-8")
    done = ran("i18n", str(brook), "--skeleton", "de", "-O", str(file))

    assert done.exit_code == 2 and file.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--skeleton", "no language"], "is no language tag"),
        (["--skeleton", "de", "--expansion", "harbour"], "no expansion `harbour`"),
    ],
)
def test_wrong_words(brook: Path, words: list[str], said: str):
    done = ran("i18n", str(brook), *words)

    assert done.exit_code == 2 and said in done.stderr
