"""A campaign: what a match keeps, the next one begins with; between them it is a file of YAML."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group

FOLDER = Path(__file__).parents[2] / "conformance" / "campaign"


def played(answers, **options):
    match = cardwright.load(FOLDER, options=options).start(2, 1)
    match.apply(answers)
    return match


def test_what_is_kept_and_what_was_chosen_is_what_the_next_match_begins_with():
    """`hard` is not kept by the game: who has chosen it plays the whole campaign so."""
    match = played(["earn", "earn", "buy", "arrive"])
    kept = {"purse": "1", "stage": "2", "pack": "rope", "worn": ""}
    assert match.kept == kept

    following = played(["tear", "earn"], **kept, hard="true")
    assert following.kept == {**kept, "hard": "true", "worn": "rope"}


def test_while_a_match_goes_on_nothing_is_kept():
    with pytest.raises(ValueError, match="known when it is over"):
        _ = played(["earn"]).kept


def test_what_an_option_cannot_be_is_a_fault_in_any_match():
    """The purse of the next match holds 9 at most; both have 10 in the end."""
    match = played(["earn", "earn", "arrive"], purse="8")

    assert match.outcome.kind == "fault"
    assert match.outcome.reason.startswith("option-out-of-range: ")


@pytest.fixture
def play(tmp_path):
    """Play to the end by the policies and return the output and the file of the campaign."""
    file = tmp_path / "journey.yaml"

    def run(*words, package=FOLDER):
        given = ["play", str(package), "--auto", "--policy", "random", "--campaign", str(file)]
        found = CliRunner().invoke(group, [*given, *words])
        return found, file

    return run


def test_a_campaign_goes_on_from_match_to_match(play):
    """The file says how often was played; who plays hard keeps to it without saying so again."""
    first, file = play("--seed", "1", "-o", "hard=true")
    assert (first.exit_code, file.read_text().splitlines()[1:3]) == (
        0, ["campaign: campaign", "matches: 1"],
    )  # fmt: skip
    file.write_text(file.read_text().replace("stage: 1", "stage: 2"))
    second, _ = play("--seed", "2")

    lines = file.read_text().splitlines()
    assert (second.exit_code, lines[2], "  hard: true" in lines) == (0, "matches: 2", True)
    assert "  stage: 2" in lines or "  stage: 3" in lines


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("campaign: [\n", "journey.yaml`: 2:1: the text is not YAML"),
        ("matches: 1\n", "it needs `campaign:`"),
        ("campaign: war\nmatches: 1\n", "it is a campaign of `war`, not of `campaign`"),
        ("campaign: campaign\nmatches: 1\noptions: {purse: 12}\n", "`12` is no value"),
        ("campaign: campaign\nmatches: 1\noptions: {prse: 1}\n", "no option `prse`"),
        ("campaign: campaign\nmatches: 1\nplayers: 5\n", "5 cannot play"),
    ],
)
def test_a_file_that_cannot_be_is_told(play, tmp_path, text, reason):
    (tmp_path / "journey.yaml").write_text(text)
    found, file = play()

    assert (found.exit_code, file.read_text()) == (2, text)
    assert reason in found.output


def test_a_game_that_keeps_nothing_has_no_campaign(play):
    found, file = play(package="war")

    assert (found.exit_code, file.exists()) == (2, False)
    assert "`war` keeps nothing from one match for the next" in found.output


EVENINGS = """
id: evenings
version: "1"
language: 1
title: Three evenings
options:
  evening: 1..3 = 1
  mood: maybe int = none
players: {count: 1, state: {score: {is: int = 0, text: score}}}
actions:
  sing: {do: add 1 to me.score, text: sing}
  rest: {text: rest}
phases:
- {id: singing, turns: players, offer: [sing, rest]}
end:
  when: round == 3
  rank: score
  keeps:
    evening: evening + 1 if evening < 3 else none
    mood: none
"""
"""On the last evening nothing follows; none is a value of the mood."""

SCRIPTS = """
script: an evening before the last
game: evenings
players: [ada]
options: {evening: 2}
steps:
- ada: sing
- ada: sing
- ended: {outcome: win, keeps: {evening: 3}}
---
script: the last evening
game: evenings
players: [ada]
options: {evening: 3}
steps:
- ada: sing
- ada: sing
- ended: {outcome: win, keeps: none}
"""


@pytest.fixture
def evenings(tmp_path):
    folder = tmp_path / "evenings"
    (folder / "scripts").mkdir(parents=True)
    (folder / "game.yaml").write_text(EVENINGS, "utf-8")
    (folder / "scripts" / "evenings.yaml").write_text(SCRIPTS, "utf-8")
    return folder


def sung(folder, **options):
    match = cardwright.load(folder, options=options).start(seed=1)
    while not match.over:
        match.apply("sing")
    return match


def test_a_campaign_can_say_that_nothing_follows(evenings):
    assert sung(evenings).kept == {"evening": "2", "mood": "none"}
    assert sung(evenings, evening="2").kept == {"evening": "3", "mood": "none"}
    last = sung(evenings, evening="3")

    assert last.outcome.kind == "win"
    assert last.kept is None


def test_after_the_last_match_the_campaign_is_over(evenings, play):
    said = []
    for _ in range(3):
        done, file = play(package=evenings)
        assert done.exit_code == 0
        said.append(done.output)
    again, _ = play(package=evenings)

    assert "match 3 of the campaign begins" in said[1]
    assert "with match 3 the campaign is over" in said[2]
    assert "over: true" in file.read_text().splitlines()
    assert again.exit_code == 2
    assert "ended with match 3" in again.output


def test_scripts_know_that_nothing_follows(evenings):
    done = CliRunner().invoke(group, ["test", str(evenings)])
    assert done.exit_code == 0, done.output

    path = evenings / "scripts" / "evenings.yaml"
    path.write_text(SCRIPTS.replace("{evening: 3}}", "none}"))
    done = CliRunner().invoke(group, ["test", str(evenings)])
    assert done.exit_code == 1
    assert "no match follows" in done.output
    path.write_text(SCRIPTS.replace("keeps: none", "keeps: {evening: 3}"))
    done = CliRunner().invoke(group, ["test", str(evenings)])
    assert done.exit_code == 1
    assert "a match follows" in done.output


def test_a_faulty_match_keeps_nothing(evenings):
    text = EVENINGS.replace(" if evening < 3 else none", "")
    (evenings / "game.yaml").write_text(text, "utf-8")
    match = sung(evenings, evening="3")

    assert match.outcome.kind == "fault"
    assert match.kept == {}


def test_a_match_that_is_called_off_keeps_nothing(evenings):
    match = cardwright.load(evenings).start(seed=1)
    match.call_off("it is late")

    assert match.kept == {}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_rules_say_when_nothing_follows(evenings, lang):
    done = CliRunner().invoke(group, ["rules", str(evenings), "--lang", lang])

    last = "With none, no match follows." if lang == "en" else "なしなら、次の対戦はない。"
    assert done.exit_code == 0
    assert done.output.count(last) == 1, "the mood of the next match may well be none"
