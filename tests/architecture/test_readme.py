"""Hold the front page to what is there: its quotations, its commands, its links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.main import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INTRODUCTION = README.partition("## Your first game")[0]


def test_rules_are_quoted_as_they_stand():
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "cards").rglob("*.yaml")]
    quoted = re.findall(r"```yaml\n(.*?)```", INTRODUCTION, re.DOTALL)

    assert quoted
    assert [text for text in quoted if not any(text in file for file in files)] == []


def test_commands_exist():
    words = set(re.findall(r"^    cardwright (\S+)", README, re.MULTILINE))

    assert words
    assert words <= set(COMMANDS)


@pytest.mark.parametrize(
    "target", ["help", "demo", "test", "lint-code", "smoke", "site", "soak", "bench"]
)
def test_make_has_the_targets(target):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#:]+)\)", README)

    assert [link for link in links if not (ROOT / link).exists()] == []
