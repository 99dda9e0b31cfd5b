"""Hold the help of all commands to plain English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from cardwright.apps.commands.main import COMMANDS, group
from tests.docs.plain import Measured, measured

LONG, CLAUSES = 0.04, 1
EXAMPLE = re.compile(r"^ {2,}(?:cardwright \S.*?(?: {2,}|$)|#.*$)?(.*)$", re.MULTILINE)
"""An indented line; of an example only the words behind the command are a sentence."""


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """Yield each command with its name, those inside of groups too."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            assert inner is not None
            yield from commands(inner, f"{name} {each}")


ALL = dict(commands(group, "cardwright"))


def help_of(command: click.Command) -> str:
    """Return the sentences of a command's help as a page, a block each."""
    options = [option.help for option in command.params if isinstance(option, click.Option)]
    epilog = EXAMPLE.sub(r"\n\n\1\n\n", (command.epilog or "").replace("\b", ""))
    return "\n\n".join(filter(None, (command.help, *options, epilog)))


def figures() -> dict[str, Measured]:
    """Return the figures of each command's help."""
    return {name: measured(help_of(command)) for name, command in ALL.items()}


@pytest.mark.parametrize("name", ALL)
def test_a_command_explains_itself(name: str) -> None:
    found = measured(help_of(ALL[name]))

    assert found.sentences >= 1
    assert len(found.long) <= 1, found.long
    assert len(found.clauses) <= 1, found.clauses


def test_help_is_plain() -> None:
    found = figures().values()
    lines = measured("\n\n".join(COMMANDS.values()))

    assert len(ALL) >= 30
    assert sum(len(each.long) for each in found) <= LONG * sum(each.sentences for each in found)
    assert 1000 * sum(len(each.clauses) for each in found) <= CLAUSES * sum(
        each.words for each in found
    )
    assert not lines.long
    assert not lines.clauses


def test_words_behind_an_example_are_measured() -> None:
    command = click.Command("x", epilog="\b\nExamples:\n  cardwright x a    what is new\n")

    assert measured(help_of(command)).clauses == ("what is new",)
