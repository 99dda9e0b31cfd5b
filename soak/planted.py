"""Small games that tell what is hidden, each by another rule, and twins of them that do not.

All are one base game with a fragment put into it: `planted.yaml`. Every leak must be found, by the
checker, by lint or by two worlds; a twin by none of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from cardwright.api.folders import prelude_folder
from cardwright.api.game import Game
from cardwright.api.options import Options
from cardwright.apps.lab.leaks.search import play_pair
from cardwright.apps.lab.leaks.two_worlds import Leak
from dsl.lint.rules import lint
from dsl.load import Loaded, load_sources, prelude_in
from dsl.records import Source
from soak.measure import Part, hold

HEAD = 'id: parlour\nversion: "1"\nlanguage: 1\ntitle: Parlour\n'
GIVEN: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
LEAKS, TELLING, TWINS, SILENT = (GIVEN[k] for k in ("leaks", "side-doors", "twins", "silent"))
ALL_LEAKS, ALL_TWINS = LEAKS | TELLING, TWINS | SILENT
CASES = (*ALL_LEAKS, *ALL_TWINS)

WHOLE = ("phases", "end", "players")
"""Sections that a fragment puts in the place of those of the base game."""

PAIRS = 400
"""Pairs of worlds in which a leak must show at least once, and a twin never."""

LINT = ("hidden-rule", "shuffled-in-sight")
"""What lint says of leaks."""


def check(chance: Random, number: int, part: Part) -> None:
    """Look for the leak of one package, or for one that its twin does not have."""
    name = CASES[number]
    found = finding(name, chance, part)
    part.tally[found.partition(":")[0] or "nothing"] += 1
    if name in ALL_LEAKS:
        hold(found, f"{name}: found by nobody")
    else:
        hold(not found, f"{name}, a sound twin: {found}")


def finding(name: str, chance: Random, part: Part) -> str:
    """Return who finds what in a package first, or nothing."""
    package = loaded(name)
    codes = [each.name for each in package.diagnostics]
    hold(set(codes) <= {"leaking-option"}, f"{name} is wrong: {package.diagnostics}")
    if codes:
        return "check: leaking-option"
    assert package.game is not None
    if name not in TELLING:
        told = [each for each in lint(package.game, package.used) if each.name in LINT]
        if told:
            return f"lint: {told[0].name}"
    game = Game(package.game, Options(package.game).settled({}))
    for pair in range(PAIRS):
        try:
            play_pair(game, 2 + pair % 2, chance, part.tally)
        except Leak as leak:
            return f"two worlds: {leak}"
    return ""


@cache
def loaded(name: str) -> Loaded:
    """Return a game with what was found in it."""
    text = text_of((ALL_LEAKS | ALL_TWINS)[name])
    return load_sources(
        [Source("parlour/game.yaml", text)], "parlour", prelude_in(prelude_folder())
    )


def text_of(fragment: dict[str, str]) -> str:
    """Return the base game with a fragment put into it."""
    base, added = GIVEN["base"], _sections(fragment)
    text = HEAD
    for name in dict.fromkeys((*base, *added)):
        parts = [base.get(name, ""), added.get(name, "")]
        if name in added and (name in WHOLE or parts[1].startswith("card:")):
            parts = parts[1:]
        body = "\n".join(part.rstrip() for part in parts if part)
        if body[0] in "{[\"'":
            text += f"{name}: {body}\n"
        else:
            text += f"{name}:{' |' * (name == 'setup')}\n{_indented(body, 2)}\n"
    return text


def _sections(fragment: dict[str, str]) -> dict[str, str]:
    """Return the sections of a fragment.

    What it has in common with others is named `with`. `probe` stands for an action that does some
    steps, `rule` for two cards with a rule where they lie in a hand, `keeps` and `kept` for a value
    that the end keeps in an option of the next match.
    """
    found = {**GIVEN["with"].get(fragment.get("with"), {}), **fragment}
    found.pop("with", None)
    if "probe" in found:
        found["actions"] = f"probe:\n  in: act\n  do: |\n{_indented(found.pop('probe'), 4)}"
    if "rule" in found:
        rule = _indented(found.pop("rule"), 2)
        found["cards"] = "\n".join(
            f"- id: {id_}\n  kind: card\n  rank: {rank}\n  color: red\n{rule}"
            for id_, rank in (("charm", 9), ("amulet", 10))
        )
    if "keeps" in found:
        found["options"] = f"kept: {found.pop('kept')}"
        found["end"] = (
            f'{{when: round > 2, rank: [coins], keeps: {{kept: "{found.pop("keeps")}"}}}}'
        )
    return found


def _indented(text: str, columns: int) -> str:
    return "\n".join(" " * columns + line for line in text.splitlines())
