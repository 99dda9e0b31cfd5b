"""Hold the language guide: every example checks and runs, and nothing of the language is missing.

A fenced block of the guide is one of these, by the word after its three backticks:

- `yaml base`: the base package; lines `# file: NAME` begin a file.
- `yaml position`: the position in which effects and conditions are tried.
- `yaml part`: files put beside the base package; a section that a game has once (`setup`, `end` …)
  takes the place of the base's, and so does an entry of the same id.
- `yaml package`: a whole package by itself.
- `effect`: steps, done by the first player; `# answers: a, b` below them answers what is asked,
  `# then: CONDITION` must hold afterwards.
- `holds`: conditions, one a line, that hold in the position.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
import yaml
from lark import Token, Tree

import cardwright
import dsl.syntax.parser
from cardwright import api
from cardwright.game import Game
from cardwright.packages import as_package
from cardwright.scripts import cases_of
from dsl.check.dots import PROPERTIES
from dsl.check.names import ROLES
from dsl.check.script_steps import STEPS
from dsl.check.types import INTERNAL
from dsl.diagnostics.diagnostic import Report
from dsl.diagnostics.render import render_text
from dsl.load import Loaded, load_package
from dsl.model.vocabulary import FUNCTIONS, NATIVE_EVENTS
from dsl.syntax.engine import engine
from dsl.syntax.keywords import KEYWORDS

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
PRELUDE = ROOT / "cards" / "prelude"
BLOCK = re.compile(r"^```(yaml \w+|effect|holds)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
ONCE = ("players", "setup", "phases", "end", "policy")
LATER = {"except"}
LIMIT = 200


@dataclass(frozen=True)
class Block:
    """A fenced block: its sort, its text and the line it begins on."""

    sort: str
    text: str
    line: int

    @property
    def id(self) -> str:
        return f"{self.sort.replace(' ', '-')}-{self.line}"


def blocks() -> Iterator[Block]:
    """Yield every example of the guide, in order."""
    for match in BLOCK.finditer(GUIDE):
        yield Block(match[1], match[2], GUIDE.count("\n", 0, match.start(2)) + 1)


def block(sort: str) -> str:
    """Return the text of the one block of a sort."""
    (found,) = (each.text for each in blocks() if each.sort == sort)
    return found


def files_of(text: str, name: str) -> dict[str, str]:
    """Return the files in a block, the first one with a name of our own."""
    parts = FILE.split(text)
    found = {name: parts[0]} if parts[0].strip() else {}
    return found | dict(zip(parts[1::2], parts[2::2], strict=True))


def without_once(text: str, part: str) -> str:
    """Return the base without the sections that the part writes anew."""
    keys = [key for key in ONCE if re.search(rf"^{key}:", part, re.MULTILINE)]
    for key in keys:
        text = re.sub(rf"^{key}:.*\n(?:[ -].*\n)*", "", text, flags=re.MULTILINE)
    return text


def as_example(text: str) -> str:
    """Return an example that does the steps of an `effect` block in the position."""
    steps = [line for line in text.splitlines() if not line.startswith(("# then:", "# answers:"))]
    then = re.findall(r"^# then: (.*)$", text, re.MULTILINE)
    answers = re.findall(r"^# answers: (.*)$", text, re.MULTILINE)
    play = [word.strip() for line in answers for word in line.split(",")]
    given = yaml.load(block("yaml position"), yaml.BaseLoader)
    example = {"given": given, "do": "\n".join(steps), "play": play, "then": then}
    return json.dumps({"examples": [{key: part for key, part in example.items() if part}]})


def as_conditions(text: str) -> str:
    """Return an example that holds the lines of a `holds` block against the position."""
    given = yaml.load(block("yaml position"), yaml.BaseLoader)
    lines = [line for line in text.splitlines() if line.strip()]
    return json.dumps({"examples": [{"given": given, "then": lines}]})


def package_of(example: Block) -> dict[str, str]:
    """Return the files of the package that an example makes."""
    if example.sort == "yaml package":
        return files_of(example.text, "game.yaml")
    base = files_of(block("yaml base"), "game.yaml")
    if example.sort == "yaml base":
        return base
    if example.sort == "yaml part":
        own = files_of(example.text, "part.yaml")
        cut = {name: without_once(text, own.get("part.yaml", "")) for name, text in base.items()}
        return cut | own
    if example.sort == "yaml position":
        return base | {"part.yaml": as_conditions("true")}
    make = as_example if example.sort == "effect" else as_conditions
    return base | {"part.yaml": make(example.text)}


def load(example: Block, folder: Path) -> Loaded:
    """Return the checked package of an example, written into a folder."""
    for name, text in package_of(example).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_package(folder, example.id, PRELUDE)


@pytest.mark.parametrize("example", tuple(blocks()), ids=lambda each: each.id)
def test_example_checks_and_runs(example: Block, tmp_path: Path) -> None:
    loaded = load(example, tmp_path)
    assert [render_text(each) for each in loaded.diagnostics] == []
    for case in cases_of(as_package(tmp_path), loaded.game):
        result = api.run_case(case, cache=False)
        assert [(f.span.text, f.expected, f.found) for f in result.failures] == []
    game = cardwright.load(tmp_path, cache=False)
    for players in game.player_counts:
        play(game, players)


def play(game: Game, players: int) -> None:
    """Play at random to the end, or long enough."""
    match, random = game.start(players=players, seed=players), Random(players)
    for _ in range(LIMIT):
        if match.over:
            break
        match.apply(random.randrange(len(match.decision.options)))
    assert match.outcome is None or match.outcome.kind != "fault", match.outcome
