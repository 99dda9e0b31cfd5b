"""Each form that was replaced is written anew by `lint --fix`, with its comments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardwright
from cardwright.api.package import Package
from cardwright.apps.authors.authoring.rewriting import mended
from dsl.check.texts.replaced import ROWS

FORMS = (Path(__file__).parent / "forms.md").read_text(encoding="utf-8")
FORM = re.compile(
    r"(?ms)^## (?P<title>.+?)$.*?^```yaml before\n(?P<before>.*?)^```$"
    r".*?^```yaml after\n(?P<after>.*?)^```$"
)
CASES = [pytest.param(f["before"], f["after"], id=f["title"]) for f in FORM.finditer(FORMS)]
GAME = """\
id: older
version: "1"
language: 1
title: Older
players: {count: 2, state: {coins: int = 1}}
phases:
- {id: act, turns: players}
end: {when: round == 5, rank: [coins]}
"""
ACTIONS = "actions:\n  fetch: {in: act, do: add 1 to me.coins}\n"


def written(folder: Path, form: str) -> Path:
    """Return the file of a package that says a form."""
    home = folder / "older"
    home.mkdir(exist_ok=True)
    file = home / "game.yaml"
    file.write_text(GAME + ("" if "actions:" in form else ACTIONS) + form, encoding="utf-8")
    return file


@pytest.mark.parametrize(("before", "after"), CASES)
def test_a_form_is_written_anew(before: str, after: str, tmp_path: Path) -> None:
    file = written(tmp_path, before)
    done = mended(Package.at(file.parent))

    assert [each.rendered() for each in done.left] == []
    (text,) = done.texts.values()
    assert text == file.read_text(encoding="utf-8").replace(before, after)

    file.write_text(text, encoding="utf-8")
    assert mended(Package.at(file.parent)).texts == {}


@pytest.mark.parametrize(("before", "after"), CASES)
def test_a_form_that_is_gone_is_one_finding(before: str, after: str, tmp_path: Path) -> None:
    package = Package.at(written(tmp_path, before).parent)
    found = cardwright.lint(package)

    assert {each.name for each in found} == {"unknown-key"}
    assert len(found) == len(mended(package).fixed)


def test_every_row_has_a_form() -> None:
    told = {case.id.partition(":")[0] for case in CASES}

    assert {row.key for row in ROWS} == told
