"""Whole packages: a small game with everything in it, and what loading promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import check_script, check_text, load_package, load_sources, prelude_in
from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.game import Game
from dsl.model.scripts import Happened, Take
from dsl.records import Source

ROOT = Path(__file__).resolve().parents[2]
LANTERNS = ROOT / "tests" / "dsl" / "games" / "lanterns"
PRELUDE = ROOT / "cards" / "prelude"


@pytest.fixture(scope="module")
def lanterns() -> Game:
    loaded = load_package(LANTERNS, "lanterns", PRELUDE)
    assert [each.rendered() for each in loaded.diagnostics] == []
    assert loaded.game is not None
    return loaded.game


def test_the_small_game_loads():
    assert load_package(LANTERNS, "lanterns", PRELUDE).diagnostics == ()


def test_definitions_are_sorted_by_id(lanterns: Game):
    assert [each.id for each in lanterns.definitions] == ["ember", "moth", "north-hill", "screen"]


def test_words_of_the_prelude_are_brought_in(lanterns: Game):
    assert {"draw", "draw-card", "recycle", "discard", "tap", "untap"} <= set(lanterns.events)
    assert str(lanterns.events["draw"][0].result) == "list of lantern"
    assert str(lanterns.events["draw-card"][0].result) == "maybe lantern"
    assert str(lanterns.events["tap"][0].slots[0].type) == "piece"


def test_events_know_whether_they_need_an_actor(lanterns: Game):
    needs = {name: events[0].uses_me for name, events in lanterns.events.items()}

    assert needs["light"] and needs["draw"]
    assert not needs["omen"] and not needs["tap"] and not needs["discard"]


def test_limits_have_hidden_counters(lanterns: Game):
    counters = {key: field for key, field in lanterns.state.items() if ":" in key.name}

    assert {key.owner for key in counters} == {"player", "lantern"}
    assert counters[StateKey("player", "limit:act:light-one")].until == "turn"


def test_actions_of_cards_take_what_their_kind_says(lanterns: Game):
    action = next(each for each in lanterns.actions if each.id == "ember.2")

    assert action.phases == ("act",)
    assert action.when is not None
    assert action.cost is not None
    assert [slot.name for slot in action.body.slots[: action.body.given]] == ["c"]


def test_the_cost_hands_its_names_on(lanterns: Game):
    trade = next(each for each in lanterns.actions if each.id == "trade")

    assert [slot.name for slot in trade.slots[:2]] == ["give", "keep"]
    assert [str(each.type) for each in trade.parameters] == ["list of lantern", "maybe lantern"]
    assert trade.cost is not None
    assert trade.body.given == len(trade.cost.slots)
    assert "paid" in {slot.name for slot in trade.cost.slots}


def test_phases_hand_their_elements_in(lanterns: Game):
    day = lanterns.phases[0]
    assert day.phases is not None
    act, wind = day.phases

    assert act.offer == ("pass", "ember.1", "ember.2", "light-one", "trade")
    assert (wind.loop, wind.slot, wind.given) == ("for", 0, ())
    assert wind.body is not None
    assert [slot.name for slot in wind.body.slots[: wind.body.given]] == ["h"]


def test_attributes_are_constants_or_formulas(lanterns: Game):
    screen = next(each for each in lanterns.definitions if each.id == "screen")

    assert set(screen.attributes) == {"color", "cost", "friends", "glow", "points"}
    assert all(formula.given == 1 for formula in screen.attributes.values())
    assert (screen.copies, screen.start) == (3, ZoneKey("player", "deck"))


def test_audiences_depend_on_options(lanterns: Game):
    hand = lanterns.zones[ZoneKey("player", "hand")]

    assert [audience.cards for _, audience in hand.audiences] == ["everyone", "owner"]
    assert hand.audiences[1][0] is None


def test_a_modifier_that_leaves_the_result_alone_sets(lanterns: Game):
    assert [each.sets for each in lanterns.modifiers] == [False, False]
    assert lanterns.modifiers[1].attribute == ("piece", "points")


def test_scripts_and_examples_are_one_record(lanterns: Game):
    script = next(each for each in lanterns.scripts if each.title == "an ember is lit")
    (example,) = lanterns.examples

    assert script.options == {"wind": 1, "goal": 2, "banned": 1}
    assert script.positions[0].zones["bo", "deck"] == 4
    assert len(script.positions[0].given_values) == 2
    assert isinstance(script.steps[0], Take) and script.steps[0].answers == ("light-one", "ember")
    assert isinstance(script.steps[4], Happened) and script.steps[4].event == "light"
    assert (example.card, example.players, example.recorded) == ("moth", ("ada", "bo"), None)


def test_worlds_are_several_positions(lanterns: Game):
    script = next(each for each in lanterns.scripts if each.title == "two worlds")

    assert len(script.positions) == 2


def test_the_game_does_not_depend_on_how_files_divide_it(lanterns: Game):
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(LANTERNS.rglob("*.yaml"))}
    sources = [Source(f"x/{path.name}", text) for path, text in texts.items()
               if path.name != "game.yaml"]  # fmt: skip
    whole = texts[LANTERNS / "game.yaml"]
    at = whole.index("actions:\n  light-one:")
    sources = [Source("x/game.yaml", whole[:at]), Source("x/zz.yaml", whole[at:]), *sources]
    loaded = load_sources(sources, "x", prelude_in(PRELUDE))

    assert loaded.game is not None
    assert loaded.game.digest == lanterns.digest
    assert [each.id for each in loaded.game.triggers] == [each.id for each in lanterns.triggers]


def test_a_changed_card_changes_its_digest_alone(lanterns: Game):
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(LANTERNS.rglob("*.yaml"))}
    sources = [Source(f"x/{path.name}", text.replace("cost: 2", "cost: 1"))
               for path, text in texts.items()]  # fmt: skip
    loaded = load_sources(sources, "x", prelude_in(PRELUDE))

    assert loaded.game is not None
    changed = [a.id for a, b in zip(loaded.game.definitions, lanterns.definitions, strict=True)
               if a.digest != b.digest]  # fmt: skip
    assert changed == ["ember"]


def test_an_expression_is_checked_for_a_game(lanterns: Game):
    formula, found = check_text("count(bo.hand) + price(first(bo.hand), bo)", lanterns, {"bo": 1})
    assert found == () and formula is not None and str(formula.expression.type) == "maybe int"

    formula, found = check_text("count(bo.hnad)", lanterns, {"bo": 1})
    assert formula is None and [each.name for each in found] == ["unknown-attribute"]


def test_a_script_outside_of_the_package_is_checked(lanterns: Game, tmp_path: Path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "script: mine\ngame: lanterns\nplayers: [ada, bo]\nsteps:\n"
        "- ada: pass\n- expect: ada.oil == 2\n- expect: ada.oyl == 2\n",
        encoding="utf-8",
    )
    scripts, found = check_script(path, "mine.yaml", lanterns)

    assert [each.title for each in scripts] == ["mine"]
    assert [each.name for each in found] == ["unknown-attribute"]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(load):
    loaded = load({"broken.yaml": "a: [1", "more.yaml": "values: {double: false * 2}\n"})

    assert [each.name for each in loaded.diagnostics] == ["yaml-syntax", "wrong-type"]


def test_names_that_a_lost_part_may_declare_are_not_reported(load):
    broken = "values:\n  rank-of: [1\n  size: 2\n"
    loaded = load({"broken.yaml": broken, "more.yaml": "values: {double: rank-of * 2}\n"})

    assert [each.name for each in loaded.diagnostics] == ["yaml-syntax"]


def test_names_that_no_lost_part_says_are_reported(load):
    loaded = load({"broken.yaml": "values: [1", "more.yaml": "values: {double: rank-of * 2}\n"})

    assert {each.name for each in loaded.diagnostics} == {"yaml-syntax", "unknown-name"}


def test_scripts_stand_in_the_order_in_which_they_are_written():
    titles = ("deal 2", "deal 10", "a last one", "deal 1")
    game = (ROOT / "examples" / "high-card" / "game.yaml").read_text(encoding="utf-8")
    text = "---\n".join(
        f"script: {title}\ngame: high-card\nplayers: [ada, bo]\nsteps:\n- random: 1\n"
        for title in titles
    )
    sources = (Source("high-card/game.yaml", game), Source("high-card/scripts/all.yaml", text))
    loaded = load_sources(sources, "high-card", prelude_in(ROOT / "cards" / "prelude"))

    assert loaded.game is not None
    assert tuple(script.title for script in loaded.game.scripts) == titles
    assert len(repr(loaded.game.scripts)) < 400
    assert len(repr(loaded.game.actions)) < 10_000


def test_a_last_line_that_parts_documents_is_to_be_taken_out():
    game = (ROOT / "examples" / "high-card" / "game.yaml").read_text(encoding="utf-8")
    script = "script: one\ngame: high-card\nplayers: [ada, bo]\nsteps:\n- random: 1\n---\n"
    sources = (Source("high-card/game.yaml", game), Source("high-card/scripts/all.yaml", script))
    (found,) = load_sources(sources, "high-card", prelude_in(PRELUDE)).diagnostics

    assert (found.name, found.helps) == ("empty-value", ("take out the `---` before it",))
