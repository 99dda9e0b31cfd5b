"""What is the same is told to be; versions are found in git; reports in all their forms."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from cardwright.api.checks import check
from cardwright.api.loading import all_packages, find_package
from cardwright.api.package import Package
from cardwright.apps.authors.diff.meaning import Meaning
from cardwright.apps.authors.diff.report import compare
from cardwright.apps.commands.main import group
from cardwright.apps.text.rules import rule_text

GAMES = ("worldmonger", "equilibrion", "res-arcana", "dream-tricks", "cerebria")
REFORMATTED = (*GAMES, "leduc", "golf", "scopa", "cribbage", "daifugo", "koi-koi")
REORDERED = ("values", "events", "actions", "zones", "state", "options", "scenarios")


@pytest.mark.parametrize("package", all_packages(), ids=lambda each: each.id)
def test_a_package_is_what_it_is(package):
    assert compare(package, package).is_same


# --- another layout ---------------------------------------------------------------------------


def turned(node: yaml.Node) -> None:
    """Turn round sections, and the entries of those whose order means nothing."""
    if not isinstance(node, yaml.MappingNode):
        return
    for key, value in node.value:
        if key.value in REORDERED and isinstance(value, yaml.MappingNode):
            value.value.reverse()
    node.value.reverse()


def reformatted(text: str) -> str:
    """Return the same documents in another layout and order, without comments."""
    nodes = [*yaml.compose_all(text, yaml.SafeLoader)]
    for node in nodes:
        turned(node)
    return yaml.serialize_all(nodes, allow_unicode=True, width=200, indent=4)


@pytest.mark.parametrize("game", REFORMATTED)
def test_another_layout_and_order_mean_the_same(game, tmp_path):
    package = find_package(game)
    copy = tmp_path / game
    shutil.copytree(package.folder, copy)
    for file in copy.rglob("*.yaml"):
        if "scripts" not in file.parts:
            file.write_text(reformatted(file.read_text("utf-8")), encoding="utf-8")

    report = compare(package, Package(game, copy, str(copy)))

    assert (report.entries, report.wording, report.free, report.checks) == ((), (), (), ())


# --- versions ---------------------------------------------------------------------------------

RULES = """\
id: coins
version: "{version}"
language: 1
title: {{en: Coins, ja: コイン}}
players: {{count: 2, state: {{coins: int = 0}}}}
phases: [{{id: all, turns: players, do: add {number} to me.coins}}]
end: {{when: "any(players, coins > 5)", rank: [coins]}}
"""
BROKEN = RULES.replace("me.coins", "me.coinz")


def git(folder: Path, *words: str) -> None:
    """Run git in a folder as nobody in particular."""
    known = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = {f"GIT_{w}_{k}": "a@b" for w in ("AUTHOR", "COMMITTER") for k in ("NAME", "EMAIL")}
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True,
                   env={**os.environ, **known, **who})  # fmt: skip


def committed(top: Path, name: str, text: str) -> None:
    """Write the rules of the game in a repository, and commit all that lies there."""
    (top / "games" / "coins").mkdir(parents=True, exist_ok=True)
    (top / "games" / "coins" / "game.yaml").write_text(text, encoding="utf-8")
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", name)
    git(top, "tag", name)


@pytest.fixture
def repository(tmp_path, monkeypatch) -> Iterator[Path]:
    """Give a repository with three versions of a game, of which the second is broken."""
    top = tmp_path / "top"
    top.mkdir()
    git(top, "init", "-q")
    committed(top, "first", RULES.format(version="1", number=1))
    committed(top, "broken", BROKEN.format(version="1", number=1))
    committed(top, "second", RULES.format(version="2", number=2))
    monkeypatch.chdir(top)
    return top


def run(*words: str, lang: str = "en") -> Result:
    """Run the command."""
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(
        group, ["diff", *words, "--lang", lang]
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("first:games/coins", "games/coins"),
        ("first:games/coins/game.yaml", "second:games/coins"),
        ("first:./games/coins", "./games/coins"),
        ("games/coins@first", "games/coins@second"),
        ("games/coins@HEAD~2", "games/coins"),
        ("first", "games/coins"),
    ],
)
def test_versions_are_found_in_git(repository, old, new):
    found = run(old, new)

    assert found.exit_code == 0, found.output
    assert found.output.startswith("Coins 1 → 2\n")
    assert "~ does: Add 1 to your coins. → Add 2 to your coins." in found.output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("third:games/coins", "games/coins", "`third` is no git revision here"),
        ("first:games/notes", "games/coins", "the revision `first` has no game at `games/notes`"),
        ("first:../../etc", "games/coins", "the revision `first` has no game at `../../etc`"),
        ("first:/etc", "games/coins", "the revision `first` has no game at `/etc`"),
        ("third", "games/coins", "`third` is no git revision here"),
        ("--output=x:games", "games/coins", "No such option"),
        ("games/coins@--help", "games/coins", "`--help` is no git revision here"),
        ("games", "games/coins", "`games` is no git revision here"),
        ("first", "games/coinz", "no game or path"),
        ("games/coins", "nowhere", "no game or path `nowhere`"),
    ],
)
def test_what_is_no_version_is_said_in_a_line(repository, old, new, said):
    found = run(old, new)

    assert found.exit_code == 2
    assert said in found.output
    assert "Traceback" not in found.output


def test_a_package_with_errors_shows_them(repository):
    found = run("broken:games/coins", "games/coins")

    assert found.exit_code == 1
    assert "broken:games/coins/game.yaml:6:" in found.output
    assert "coinz" in found.output


def test_links_and_odd_names_in_a_revision_do_no_harm(repository):
    game = repository / "games" / "coins"
    (game / "passwd.yaml").symlink_to("/etc/passwd")
    (game / "-rf; $(x).yaml").write_text("cards: []\n", encoding="utf-8")
    committed(repository, "odd", RULES.format(version="3", number=2))
    (game / "passwd.yaml").unlink()
    (game / "-rf; $(x).yaml").unlink()

    found = run("odd:games/coins", "games/coins")

    assert found.exit_code in (1, 2)
    assert "root:" not in found.output
    assert not list(repository.glob("x*"))


def test_a_revision_is_read_and_not_checked_out(repository):
    before = sorted(repository.rglob("*.yaml"))
    run("first", "games/coins")

    assert sorted(repository.rglob("*.yaml")) == before
    assert "number: 1" not in (repository / "games/coins/game.yaml").read_text("utf-8")


def test_status(repository):
    assert run("first", "games/coins", "--exit-code").exit_code == 4
    assert run("second", "games/coins", "--exit-code").exit_code == 0
    assert run("first", "games/coins", "--json", "--markdown").exit_code == 2


# --- forms ------------------------------------------------------------------------------------


def test_plain_data(repository):
    found = json.loads(run("first", "games/coins", "--json").output)

    assert found["schema"] == 1
    assert (found["old"]["version"], found["new"]["version"]) == ("1", "2")
    (change,) = found["changes"]
    assert (change["sort"], change["id"], change["what"]) == ("phase", "all", "changed")
    assert change["details"] == [
        {
            "aspect": "do",
            "of": None,
            "what": "changed",
            "before": {"en": "Add 1 to your coins.", "ja": "自分のcoinsに1を加える。"},
            "after": {"en": "Add 2 to your coins.", "ja": "自分のcoinsに2を加える。"},
        }
    ]
    assert found["wording"] == found["texts"] == found["checks"] == found["files"] == []


def test_markdown_for_a_release_note(repository):
    assert run("first", "games/coins", "--markdown").output.splitlines() == [
        "# Coins 1 → 2",
        "",
        "## Phases",
        "",
        "- **`all`**",
        "  - does: Add 1 to your coins. → Add 2 to your coins.",
    ]


def test_what_differs_stands_out_in_colour(repository):
    words = ["diff", "first", "games/coins"]
    found = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words, color=True).output

    assert "\x1b[33m\x1b[1m`all`\x1b[0m" in found
    assert "\x1b[22m" not in found


def test_in_japanese(repository):
    found = run("first", "games/coins", lang="ja")

    assert "効果: 自分のcoinsに1を加える。 → 自分のcoinsに2を加える。" in found.output
    assert run("second", "games/coins", lang="ja").output.endswith("違いはありません\n")


def test_markup_in_a_card_stays_text(tmp_path):
    package = find_package("leduc")
    copy = tmp_path / "leduc"
    shutil.copytree(package.folder, copy)
    rules = (copy / "game.yaml").read_text("utf-8")
    text = "<script>alert(1)</script> [x](y) *z*"
    (copy / "game.yaml").write_text(rules.replace("en: jack", f"en: '{text}'"), "utf-8")

    found = run("leduc", str(copy), "--markdown")

    assert "<script" not in found.output
    assert "[x](y)" not in found.output


# --- forms of meaning -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["res-arcana", "worldmonger"])
def test_rules_of_one_form_read_alike(name):
    game = check(find_package(name), cache=True).game
    meaning = Meaning(game)
    known: dict[object, str] = {}
    for rule in (*game.actions, *game.rules):
        said = rule_text(game, rule, "", "en")
        assert known.setdefault(meaning.of(rule), said) == said
    assert len(set(known.values())) > len(known) // 2
