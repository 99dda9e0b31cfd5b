"""What lint does for authors beside telling: fixes, other programs' forms, baselines, watching."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft4Validator

from cardwright.apps.authors.authoring.reports import changes
from cardwright.apps.commands.main import COMMANDS, group

SARIF = Path(__file__).with_name("sarif.schema.json")
ROOT = Path(__file__).resolve().parents[4]

SLIPS = {
    "every suit": "every siut",
    "take-trick taker": "take-trik taker",
    "c.rank if": "c.rnak if",
    "\n  state:": "\n  sate:",
    "of: playing-card, order: row": "of: playingcard, order: row",
    "c) -> int": "c) → int",
    "1..10": "1-10",
    "seen-by: owner": "seen-by: onwer",
    "hand is empty)": "hand is empty]",
    "{p} takes": "{pp} takes",
}


def lint(*words: object) -> tuple[int, str]:
    """Return status and output of the command."""
    done = CliRunner().invoke(group, ["--lang", "en", "lint", *map(str, words)])
    return done.exit_code, done.output


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game without a finding."""
    folder = tmp_path / "mine"
    CliRunner().invoke(group, ["new", "game", str(folder), "--like", "tricks", "--ja", "私の🎴"])
    return folder


def misspell(game: Path, *words: str) -> str:
    """Write slips into a game; return its text without them."""
    file = game / "game.yaml"
    text = changed = file.read_text()
    for word in words:
        assert word in changed
        changed = changed.replace(word, SLIPS[word], 1)
    file.write_text(changed)
    return text


@pytest.mark.parametrize("word", SLIPS)
def test_a_slip_is_mended_where_that_is_sure(game: Path, word: str):
    text = misspell(game, word)
    before, _ = lint(game)
    status, said = lint(game, "--fix")

    assert before == 1
    assert (status, said.count("fixed: ")) == (0, 1), said
    assert (game / "game.yaml").read_text() == text


def test_all_slips_are_mended_at_once_and_comments_stay(game: Path):
    text = misspell(game, *SLIPS)
    status, said = lint(game, "--fix")

    assert (status, said.count("fixed: ")) == (0, len(SLIPS)), said
    assert (game / "game.yaml").read_text() == text


def test_what_only_may_be_meant_is_left(game: Path):
    misspell(game, "every suit")
    file = game / "game.yaml"
    file.write_text(file.read_text().replace("every siut", "every color"))
    status, said = lint(game, "--fix")

    assert status == 1 and "fixed" not in said


def test_an_allow_for_nothing_is_removed(game: Path):
    file = game / "game.yaml"
    text = file.read_text()
    beside = "cards:  # allow: unused-zone — there was one"
    file.write_text(text.replace("\ncards:", f"\n# allow: unused-kind — to come\n{beside}"))
    status, said = lint(game, "--fix")

    assert (status, said.count("removed: ")) == (0, 2), said
    assert file.read_text() == text


def test_sarif(game: Path, monkeypatch: pytest.MonkeyPatch):
    misspell(game, "every suit", "{p} takes", "c) -> int")
    monkeypatch.chdir(game.parent)
    status, said = lint("mine", "--format", "sarif")
    log = json.loads(said)

    results = log["runs"][0]["results"]
    standard = Draft4Validator(json.loads(SARIF.read_text("utf-8")))
    standard.validate(log)
    assert not standard.is_valid({**log, "runs": [{"results": results}]})
    assert status == 1 and len(results) == 3
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    for result in results:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri == "mine/game.yaml"
    assert any("fixes" in result for result in results)


def test_columns_of_sarif_count_utf_16(game: Path):
    file = game / "game.yaml"
    file.write_text(file.read_text().replace("do: move c to trick", "do: choose 🎴🎴 from me.hand"))
    _, said = lint(game, "--format", "sarif")
    location = json.loads(said)["runs"][0]["results"][0]["locations"][0]
    region = location["physicalLocation"]["region"]
    line = file.read_text().split("\n")[region["startLine"] - 1].encode("utf-16-le")
    words = line[2 * region["startColumn"] - 2 : 2 * region["endColumn"] - 2]

    assert words.decode("utf-16-le") == "🎴"


def test_annotations(game: Path, monkeypatch: pytest.MonkeyPatch):
    misspell(game, "every suit")
    monkeypatch.chdir(game.parent)
    _, said = lint("mine", "--format", "github")

    assert said.startswith("::error file=mine/game.yaml,line=")
    assert said.rstrip().endswith(
        "title=unknown-enum NAM105::no enum or kind named `siut`%0Ahelp: write `suit`"
    )


def test_a_baseline_leaves_out_what_was_there(game: Path, tmp_path: Path):
    known = tmp_path / "known.json"
    misspell(game, "every suit")
    first, _ = lint(game, "--baseline", known)
    again, _ = lint(game, "--baseline", known)
    misspell(game, "seen-by: owner")
    file = game / "game.yaml"
    file.write_text("# one line more\n" + file.read_text())
    new, said = lint(game, "--baseline", known)

    assert (first, again, new) == (0, 0, 1)
    assert "onwer" in said and "siut" not in said
    known.write_text("[]")
    assert lint(game, "--baseline", known)[0] == 2


def test_each_file_that_is_not_read_has_its_reason(game: Path):
    (game / "notes.yml").write_text("a: 1\n")
    (game / ".hidden.yaml").write_text("a: 1\n")
    (game / "expansions" / "more").mkdir(parents=True)
    (game / "expansions" / "more" / "cards.yaml").write_text("a: 1\n")
    _, said = lint(game, "--skipped")

    assert "does not end with .yaml: " in said and "notes.yml" in said
    assert ".hidden.yaml" in said and "not read, it is hidden" in said
    assert "belongs to an expansion" in said
    assert "game.yaml\n" not in said


def test_watching_sees_changes_new_files_and_those_removed(game: Path):
    file, new = game / "game.yaml", game / "cards.yaml"
    acts = iter([lambda: file.write_text(file.read_text() + "# more\n"),
                 lambda: None,
                 lambda: new.write_text("values: {}\n"),
                 new.unlink])  # fmt: skip
    seen = list(islice(changes([game], lambda _: next(acts)()), 3))

    assert seen == [[str(file)], [str(new)], [str(new)]]


def test_mistakes_of_yaml_stop_only_their_piece(game: Path):
    file = game / "game.yaml"
    text = file.read_text()
    text = text.replace("do: move c to trick", "do: [c] move c to trick")
    text = text.replace("{c: legal(me)}", "{c: legal(me[1])}")
    text = text.replace("take-trick taker", "take-trik taker")
    file.write_text(text.replace("rank: points", "rank: pionts"))
    _, said = lint(game, "--format", "json")
    lines = {each["line"] for each in json.loads(said)}
    expected = {n for n, line in enumerate(file.read_text().split("\n"), start=1)
                if any(w in line for w in ("[c] move", "me[1]", "trik", "pionts"))}  # fmt: skip

    assert expected <= lines


def test_the_hooks_of_pre_commit_are_commands():
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())

    assert [hook["id"] for hook in hooks] == ["cardwright-lint", "cardwright-fmt"]
    assert all(hook["entry"].split()[1] in COMMANDS for hook in hooks)
