"""What a command needs beyond the program is told before any work, all of it, with one command."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group
from cardwright.apps.commands.options import EXTRAS
from cardwright.apps.face.words import _target, install_line

PROJECT = Path(__file__).resolve().parents[3] / "pyproject.toml"
COMMANDS = {
    "numbers": ["report", "high-card"],
    "print": ["print", "high-card", "-O", "cards.pdf"],
    "site": ["site", "high-card", "-O", "pages"],
    "tune": ["tune", "high-card", "--vary", "players.count=2..3", "--goal", "ada wins 50%"],
    "web": ["serve", "high-card"],
}


def test_every_extra_is_that_of_the_project() -> None:
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        assert [re.split(r"[<>=]", each)[0] for each in declared[extra]] == [*modules.values()]


@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_all_that_is_missing_is_told_at_once(
    extra: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in EXTRAS[extra]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(group, ["--lang", lang, *COMMANDS[extra]])

    assert done.exit_code == 2
    [line] = done.output.splitlines()
    assert ", ".join(EXTRAS[extra].values()) in line
    assert line.endswith(install_line(extra))


def test_a_page_of_coverage_asks_before_anything_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = CliRunner().invoke(
        group, ["--lang", "en", "test", "high-card", "--coverage", "--html", "pages"]
    )

    assert (done.exit_code, done.output) == (
        2, f"error: this needs jinja2: {install_line('site')}\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("", "'cardwright[web]'"),
        ('{"dir_info": {"editable": true}, "url": "file:///a/b"}', "-e '/a/b[web]'"),
        ('{"dir_info": {}, "url": "file:///a%20b"}', "'/a b[web]'"),
        (
            '{"archive_info": {}, "url": "file:///d/cardwright-1-py3-none-any.whl"}',
            "'cardwright[web] @ file:///d/cardwright-1-py3-none-any.whl'",
        ),
    ],
)
def test_the_command_fits_the_installation(origin: str, expected: str) -> None:
    assert _target(origin, "web") == expected


def test_all_of_them_are_in_one_extra() -> None:
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    [everything] = declared["all"]
    named = set(re.findall(r"[a-z]+", everything.partition("[")[2]))

    assert named == {*declared} - {"all", "bench", "dev", "docs", "spiel"}
