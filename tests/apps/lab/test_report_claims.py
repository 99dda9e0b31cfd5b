"""What a report says of claims: cards and places whose state comes to name a player."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.lab.reporting.facts import Facts
from cardwright.apps.lab.reporting.run import Called, unused
from cardwright.apps.lab.reporting.sections import Run, sections

MATCHES = 40
FLAGS = """\
id: flags
version: "1"
language: 1
title: {en: Flags}
kinds:
  hill:
    unique: true
    state: {flag: {is: maybe player, text: {en: flag}}, scout: maybe player}
    text: {en: hill}
cards:
- each: {kind: hill}
  rows: [{id: north}, {id: east}, {id: south}, {id: west}, {id: lone}]
players: {count: 2}
layout:
  hills: {rows: every hill, columns: 2}
actions:
  plant:
    choose: {h: every hill where flag is none and it != lone}
    do: set h.flag to me
    text: {en: "plant a flag on {h}"}
setup: |
  set north.flag to start-player
  set north.flag to none
  set lone.flag to start-player
phases:
- {id: planting, turns: players, offer: [plant]}
end: {when: "all(every hill, flag is not none)", rank: "count(h in every hill, h.flag == it)"}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("flags") / "flags"
    folder.mkdir()
    (folder / "game.yaml").write_text(FLAGS)
    return folder


@pytest.fixture(scope="module")
def facts(folder: Path) -> Facts:
    out = str(folder.parent / "data")
    words = ("sim", str(folder), "-n", str(MATCHES), "-j", "1", "--out", out)
    done = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words)
    assert done.exit_code == 0, done.output
    return Facts(Path(out))


def test_every_claim_is_counted_for_who_made_it(facts: Facts) -> None:
    """Each hill is claimed once a match, by turns; one belongs to who begins from the set-up on."""
    claims = facts.claims()

    assert {card: sum(by_seat) for card, by_seat in claims.items()} == dict.fromkeys(
        ("north", "east", "south", "west", "lone"), MATCHES
    )
    four = [claims[each] for each in ("north", "east", "south", "west")]
    assert [sum(seats) for seats in zip(*four, strict=True)] == [2 * MATCHES, 2 * MATCHES]
    assert {each.claimed for each in facts.uses().values()} == {MATCHES}


def test_what_was_claimed_is_not_among_what_nobody_held(facts: Facts, folder: Path) -> None:
    game = cardwright.load(str(folder), cache=False)
    found = unused(facts, Called(game.model, "en"), game.model, ())
    assert found["unseen-cards"] == []


@pytest.mark.parametrize(("lang", "title"), [("en", "Who claims what"), ("ja", "誰が何を")])
def test_a_report_says_who_claims_what(facts: Facts, folder: Path, lang: str, title: str) -> None:
    model = cardwright.load(str(folder), cache=False).model
    run = Run(facts=facts, game=model, told={}, lang=lang, called=Called(model, lang))
    by_id = {each.id: each for each in sections(run)}

    assert by_id["claims"].title.startswith(title)
    assert len(by_id["claims"].heads) == 4
    assert [row[1] for row in by_id["claims"].rows] == [MATCHES] * 5
    assert {row[0] for row in by_id["claimed"].rows} <= set(run.names.values())
