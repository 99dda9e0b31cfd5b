"""`-o` sets an option of the game and `-O` says where to write, in every command that has one."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import COMMANDS, group

WORDS, OUTPUT = "-o", "-O"


def command_of(name: str) -> click.Command:
    found = group.get_command(click.Context(group), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_letter_means_the_same_everywhere(name: str) -> None:
    for each in command_of(name).params:
        names = {*each.opts}
        if WORDS in names:
            assert each.multiple
        assert ("--output" in names) == (OUTPUT in names)


@pytest.mark.parametrize("name", ["graph", "print", "site"])
def test_an_expansion_is_put_in_and_a_word_that_is_none_is_told(name: str, tmp_path: Path) -> None:
    to = {"graph": (), "print": (OUTPUT, str(tmp_path / "a.pdf")), "site": (OUTPUT, str(tmp_path))}
    done = CliRunner().invoke(
        group, ["--lang", "en", name, "equilibrion", *to[name], WORDS, "boks=true"]
    )

    assert done.exit_code == 2
    assert "boks" in done.output
    assert "books" in done.output


def test_a_graph_is_that_of_the_game_with_its_expansion() -> None:
    plain, whole = (
        CliRunner().invoke(group, ["graph", "equilibrion", *words]).output
        for words in ((), (WORDS, "books=true"))
    )

    assert plain != whole


@pytest.mark.parametrize("name", ["graph", "print", "site", "i18n", "schema"])
def test_an_option_is_no_name_of_a_file(name: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(group, ["--lang", "en", name, "equilibrion", OUTPUT, "books=true"])

    assert done.exit_code == 2
    assert "`books=true` reads like an option of the game" in done.output
    assert [*tmp_path.iterdir()] == []
