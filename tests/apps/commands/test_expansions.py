"""Expansions of a small game: found, switched on, put together, saved, refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.checks import Checks
from cardwright.api.errors import DamagedFileError, PackageError
from cardwright.api.loading import find_package
from cardwright.api.options import OptionError
from cardwright.api.package import Package
from cardwright.api.saved import SavedFile, replay
from cardwright.apps.commands.main import group

GAME = """
id: small
version: "1"
language: 1
title: Small
enums: {mood: [calm, wild]}
kinds: {card: {attributes: {worth: int}, start: deck}}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
players: {count: 2, state: {coins: int = 0, mood: mood = calm}}
values:
  prize -> int: {is: 2, at-most: 9}
  doubled(int n) -> int: 2 * n
events:
  earn (int n) -> int:
    when: n < 50
    do: |
      add n to me.coins
      return me.coins
actions:
  work: {do: earn prize}
  rest: {do: set me.mood to calm}
setup: shuffle deck
phases:
- id: day
  phases:
  - id: morning
    do: for each p in players, add 1 to p.coins
  - id: noon
    turns: players
    offer: [work, rest]
end: {when: round > 3, rank: [coins]}
cards:
- each: {kind: card, worth: 1}
  rows: [{id: apple}, {id: pear}]
"""
HEAD = 'id: {0}\nversion: "1"\nlanguage: 1\ntitle: {0}\nrequires: [{1}]\n'

Load = Callable[..., cardwright.Game]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Return a function that writes expansions beside the game and loads it with all of them."""
    game = tmp_path / "small"
    game.mkdir()
    (game / "game.yaml").write_text(GAME)

    def made(
        texts: Mapping[str, str], requires: Mapping[str, str] | None = None, **options: object
    ) -> cardwright.Game:
        for name, text in texts.items():
            folder = game / "expansions" / name
            folder.mkdir(parents=True)
            head = HEAD.format(name, (requires or {}).get(name, "small"))
            (folder / "expansion.yaml").write_text(head + text)
        chosen = dict.fromkeys(texts, True)
        return cardwright.load(game, options={**chosen, **options}, cache=False)

    return made


def value(game: cardwright.Game, text: str, seed: int = 0) -> object:
    """Return the value of an expression at the first decision."""
    return game.start(seed=seed).value(text)


# --- what is put together ---------------------------------------------------------------------


def test_members_attributes_and_state_join(load: Load) -> None:
    text = (
        "extend: {enums: {mood: [odd]}, kinds: {card: {attributes: {size: int = 3}}}}\n"
        "players: {state: {luck: int = 7}}\n"
        "values: {moods -> int: count(every mood)}\n"
        "cards: [{id: fig, kind: card, worth: 2, size: 5}]\n"
    )
    game = load({"more": text})
    assert value(game, "moods") == 3
    assert value(game, "ada.luck") == 7
    assert value(game, "sum(deck, size)") == 11


def test_more_players_can_play_with_an_expansion(load: Load) -> None:
    assert load({}).player_counts == range(2, 3)
    assert load({"few": "extend: {players: {count: 1}}"}).player_counts == range(1, 3)
    game = load({"many": "extend: {players: {count: 3-6}}"})
    assert game.player_counts == range(2, 7)
    assert game.start(players=6, seed=0).value("count(players)") == 6


def test_base_of_a_value_is_what_it_was_and_bounds_stay(load: Load) -> None:
    first = "override: {values: {prize: base() + 1, doubled: base(n + 1)}}"
    second = "override: {values: {prize: base() * 10}}"
    game = load({"more": first, "most": second}, {"most": "more"})
    assert value(game, "prize") == 9
    assert value(game, "doubled(3)") == 8


def test_base_of_an_event_has_its_slots_and_result(load: Load) -> None:
    text = "override:\n  events:\n    earn:\n      do: |\n        base -> so-far\n"
    text += "        base\n        return so-far\n"
    match = load({"more": text}).start(seed=0)
    match.apply(0)
    assert match.value("me.coins") in (1, 5)
    assert match.value("max(players, coins)") == 5


def test_an_event_keeps_the_condition_that_it_had(load: Load) -> None:
    text = "override:\n  events: {earn: {do: base -> r; return r}}\n"
    text += "  values: {prize: {is: 60, at-most: 99}}\n"
    match = load({"more": text}).start(seed=0)
    match.apply(0)
    assert match.value("max(players, coins)") == 1


def test_base_of_an_action_and_of_a_phase_is_done_in_its_place(load: Load) -> None:
    text = (
        "override:\n  actions: {rest: {do: base; earn 20}}\n"
        "  phases: {morning: {do: 'base; base'}}\n"
    )
    match = load({"more": text}).start(seed=0)
    assert match.value("each(players, coins)") == [2, 2]
    match.apply(1)
    assert match.value("max(players, coins)") == 22


def test_phases_are_put_in_and_actions_join(load: Load) -> None:
    text = (
        "insert:\n"
        "- before: setup\n  phases: [{id: dawn, do: 'for each p in players, add 10 to p.coins'}]\n"
        "- after: morning\n  phases: [{id: tea, do: 'for each p in players, add 5 to p.coins'}]\n"
        "actions: {dance: {in: noon, do: set me.mood to wild}}\n"
    )
    match = load({"more": text}).start(seed=0)
    assert match.value("each(players, coins)") == [16, 16]
    assert [option.label for option in match.decision.options] == ["work", "rest", "dance"]


def test_the_end_and_a_card_are_replaced(load: Load) -> None:
    text = "override: {end: {when: round > 1}, cards: [{id: pear, kind: card, worth: 40}]}"
    game = load({"more": text})
    assert value(game, "sum(deck, worth)") == 41
    match = game.start(seed=0)
    while not match.over:
        match.apply(0)
    assert match.outcome.winners == (0, 1)


def test_the_order_of_folders_does_not_matter(load: Load) -> None:
    text = "cards: [{id: %s, kind: card, worth: 1}]\nstate: {of-%s: int = 0}\n"
    game = load({name: text % (name + "s", name) for name in ("plum", "date", "kiwi")})
    assert [each.id for each in game.model.expansions] == ["date", "kiwi", "plum"]
    assert [key.name for key in game.model.state if key.owner is None] == [
        "of-date", "of-kiwi", "of-plum",
    ]  # fmt: skip


# --- what is chosen ---------------------------------------------------------------------------


def test_what_is_required_comes_too(load: Load, tmp_path: Path) -> None:
    load({"more": "", "most": ""}, {"most": "more"})
    game = cardwright.load(tmp_path / "small", options={"most": True}, cache=False)
    assert game.options["more"] is True


def test_one_that_is_off_is_not_there(load: Load, tmp_path: Path) -> None:
    load({"more": "", "most": ""})
    whole, others = find_package(str(tmp_path / "small")).settled({"more": "no", "most": True})
    assert [part.id for part in whole.parts] == ["most"]
    assert others == {"most": True}


def test_options_of_one_that_is_off_are_unknown(load: Load, tmp_path: Path) -> None:
    load({"more": "options: {gift: {type: 0..3, default: 1}}\nvalues: {given -> int: gift}"})
    with pytest.raises(OptionError):
        cardwright.load(tmp_path / "small", options={"gift": 2}, cache=False)


def test_a_file_of_one_means_the_game_with_it(load: Load, tmp_path: Path) -> None:
    load({"more": ""})
    found = Package.around(tmp_path / "small" / "expansions" / "more" / "expansion.yaml")
    assert found is not None and found.id == "small"
    assert [part.id for part in found.parts] == ["more"]


def test_one_for_another_game_is_not_offered(load: Load, tmp_path: Path) -> None:
    folder = tmp_path / "strange"
    folder.mkdir()
    (folder / "expansion.yaml").write_text(HEAD.format("strange", "other"))
    assert "strange" not in find_package(str(tmp_path / "small"), [tmp_path]).installed()


# --- what is saved ----------------------------------------------------------------------------


def test_a_saved_match_brings_its_expansions(load: Load, tmp_path: Path) -> None:
    match = load({"more": "players: {state: {luck: int = 7}}"}).start(seed=3)
    file = tmp_path / "match"
    file.write_bytes(match.save())
    game, again = SavedFile(file, cache=False).match(find_package(str(tmp_path / "small")))
    assert game.options["more"] is True
    assert again.digest() == match.digest() and again.value("ada.luck") == 7


def test_a_saved_match_names_the_expansion_that_is_gone(load: Load, tmp_path: Path) -> None:
    file = tmp_path / "match"
    file.write_bytes(load({"more": ""}).start(seed=3).save())
    shutil.rmtree(tmp_path / "small" / "expansions")
    with pytest.raises(DamagedFileError, match="`more`"):
        SavedFile(file, cache=False).match(find_package(str(tmp_path / "small")))


def test_a_course_is_played_again_with_its_expansions(load: Load, tmp_path: Path) -> None:
    match = load({"more": "override: {values: {prize: base() + 1}}"}).start(seed=3)
    while not match.over:
        match.apply(0)
    plain = cardwright.load(tmp_path / "small", cache=False)
    assert replay(match.trajectory(), plain).difference is None


# --- what is refused --------------------------------------------------------------------------


def test_two_that_override_one_thing_are_named(load: Load) -> None:
    text = "override: {values: {prize: 3}}"
    with pytest.raises(PackageError) as error:
        load({"more": text, "most": text})
    assert "`more` and `most`" in error.value.diagnostics[0].message


def test_names_of_another_are_unknown_without_requires(load: Load, tmp_path: Path) -> None:
    texts = {"more": "state: {dark: bool = false}", "most": "values: {lit -> bool: not dark}"}
    with pytest.raises(PackageError) as error:
        load(texts)
    assert [each.name for each in error.value.diagnostics] == ["unknown-name"]


def test_each_alone_with_what_it_requires_is_looked_at(load: Load, tmp_path: Path) -> None:
    load({"more": "", "most": ""}, {"most": "more"})
    package = find_package(str(tmp_path / "small"))
    found = [[part.id for part in each.parts] for each in Checks().variants(package)]
    assert found == [[], ["more"], ["more", "most"]]
    assert (
        package.with_expansions(["most"]).parts == package.with_expansions(["more", "most"]).parts
    )


def test_what_scripts_of_the_game_ask_for_is_not_tested_with_another_expansion(
    load: Load, tmp_path: Path
) -> None:
    """Whoever tests an expansion tests it alone."""
    load({"more": "", "most": ""})
    scripts = tmp_path / "small" / "scripts"
    scripts.mkdir()
    (scripts / "more.yaml").write_text(SCRIPT.format("with more") + "requires: [more]\n")
    package = find_package(str(tmp_path / "small"))
    alone = package.with_expansions(["most"])

    assert [each.parts for each in Checks().variants(alone)] == [alone.parts]
    ids = [[part.id for part in each.parts] for each in Checks().variants(package)]
    assert ids == [[], ["more"], ["most"]]


# --- scripts --------------------------------------------------------------------------------------

SCRIPT = "script: {0}\ngame: small\nplayers: [ada, bo]\nsteps: [{{expect: round == 1}}]\n"


@pytest.mark.parametrize("below", ["beside", "inside"])
@pytest.mark.parametrize("place", ["file", "line", "folder", "here"])
def test_scripts_are_found_though_the_game_has_a_file_of_that_name(
    load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: str, place: str
) -> None:
    load({"more": ""})
    own = tmp_path / "small" / "expansions" / "more"
    if below == "beside":
        own = Path(shutil.move(own, tmp_path / "more"))
    for folder, title in ((tmp_path / "small", "of the game"), (own, "of the expansion")):
        (folder / "scripts").mkdir()
        needs = "requires: [more]\n" if folder == own else ""
        (folder / "scripts" / "rules.yaml").write_text(SCRIPT.format(title) + needs)
    monkeypatch.chdir(own if place == "here" else tmp_path)
    start = Path("scripts") if place == "here" else own.relative_to(tmp_path) / "scripts"
    words = {"line": f"{start}/rules.yaml:1", "folder": str(start)}
    word = words.get(place, f"{start}/rules.yaml")
    done = CliRunner().invoke(group, ["--lang", "en", "run", word, "--quiet"])

    assert "of the expansion" in done.output
    assert "of the game" not in done.output


def test_what_can_be_chosen_is_named_once(load: Load, tmp_path: Path) -> None:
    load({"more": "", "most": ""}, {"most": "more"})
    words = ["--lang", "en", "sim", str(tmp_path / "small"), "-n", "1", "-o", "more=true"]
    done = CliRunner().invoke(group, [*words, "-o", "nothing-like-it=1"])

    assert done.exit_code == 2
    assert done.output.count("most") == 1
