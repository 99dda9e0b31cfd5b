"""Hold the page of playing: its commands are understood."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from cardwright.apps.commands.serve import command

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
SERVED = re.findall(r"^    cardwright serve(.*?)(?:#.*)?$", PAGE, re.MULTILINE)


def test_the_commands_have_the_options_that_the_page_gives_them():
    assert len(SERVED) == 5
    for words in SERVED:
        context = command.make_context("serve", words.split())
        assert context.params["port"]


def test_the_help_names_what_the_page_explains():
    told = CliRunner().invoke(command, ["--help"]).output
    assert all(
        option in told for option in ("--host", "--port", "--file", "--tables", "--designer")
    )
