"""Hold the front page to what is there: its quotations, its commands, its links, its pictures."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import COMMANDS, group

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"^    (?:\.venv/bin/)?cardwright (.+?)(?:  +#.*)?$", re.MULTILINE)
LARGEST_PICTURE = 200_000
MOST_LINES_TO_THE_FIRST_PICTURE = 10
MOST_LINES = 110
"""Two screens of text, with a picture and a card on them."""


def test_the_card_is_quoted_as_it_stands() -> None:
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "cards").rglob("*.yaml")]
    quoted = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)

    assert quoted
    assert [text for text in quoted if not any(text in file for file in files)] == []


def test_lint_says_of_the_mistake_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "cards" / "worldmonger", tmp_path / "worldmonger")
    card = tmp_path / "worldmonger" / "cards" / "war-elephants.yaml"
    text = card.read_text("utf-8")
    card.write_text(text.replace("where not used", "where not usd", 1), "utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(group, ["--lang", "en", "lint", "worldmonger/"])
    [shown] = re.findall(r"```text\n(.*?)\n```", README, re.DOTALL)

    assert done.output.startswith(shown)


def test_the_rule_text_is_that_of_the_card() -> None:
    done = CliRunner().invoke(group, ["--lang", "en", "cards", "worldmonger", "war-elephants"])
    quoted = " ".join(re.findall(r"^> (.*)$", README, re.MULTILINE))

    assert quoted
    assert quoted in " ".join(done.output.split())


def test_commands_exist() -> None:
    found = [shlex.split(words)[0] for words in PROGRAM.findall(README)]

    assert {"new", "serve", "sim"} <= {*found} <= {*COMMANDS}


def test_a_picture_stands_on_the_first_screen_and_all_is_short() -> None:
    lines = README.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("!["))

    assert first <= MOST_LINES_TO_THE_FIRST_PICTURE
    assert len(lines) <= MOST_LINES


def test_pictures_are_there_and_small() -> None:
    named = {*re.findall(r"docs/pictures/[\w-]+\.png", README)}

    assert len(named) >= 2
    assert [name for name in named if (ROOT / name).stat().st_size > LARGEST_PICTURE] == []


@pytest.mark.parametrize(
    "target",
    ["help", "demo", "install", "test", "pictures", "lint-code", "smoke", "site", "soak", "bench"],
)
def test_make_has_the_targets(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)

    assert [link for link in links if not (ROOT / link).exists()] == []
