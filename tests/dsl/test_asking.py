"""What the checker knows at a place: its type, the words that fit, where a local begins."""

from __future__ import annotations

import pytest

from dsl import CheckedFile, listen, read_yaml
from dsl.model.documents import scalar_around

ACTION = """\
actions:
  show:
    do: |
      let shown = the-first(me.hand)
      if shown is tile:
        move shown to bag
"""
VALUE = "values:\n  the-first (list of tile xs) -> maybe tile:\n    is: first(xs)\n"
PATH = "small/game.yaml"


@pytest.fixture
def file(load) -> CheckedFile:
    with listen({PATH}) as heard:
        loaded = load(actions=ACTION, values=VALUE)
    (source,) = loaded.sources
    assert [each.name for each in loaded.diagnostics if each.severity == "error"] == []
    return heard.file(source, loaded.diagnostics)


def test_the_type_of_a_word_is_told(file: CheckedFile):
    text = file.source.text

    answer = file.ask(text, text.index("me.hand") + 5)

    assert (answer.word.text, str(answer.type)) == ("hand", "list of tile")
    assert str(file.ask(text, text.index("shown is")).type) == "maybe tile"


def test_nothing_is_told_of_a_place_without_a_word(file: CheckedFile):
    answer = file.ask(file.source.text, file.source.text.index("(me.hand)"))

    assert file.ask("a  b", 2).word is None
    assert (answer.word.text, file.ask("a  b", 2).type, file.ask("a  b", 2).local) == (
        "the-first", None, None,
    )  # fmt: skip


def test_a_local_begins_where_its_effect_says_it_first(file: CheckedFile):
    text = file.source.text

    local = file.ask(text, text.index("move shown") + 5).local

    assert (local.text, local.start) == ("shown", text.index("shown ="))


def test_words_that_fit_come_with_their_types_the_nearest_first(file: CheckedFile):
    text = file.source.text
    at = text.index("shown to")

    offers = file.ask(text, at + 2).offers()

    assert file.ask(text, at + 2).start == at
    assert (offers[0].label, offers[0].sort, offers[0].detail) == ("shown", "variable", "tile")
    assert "blue" not in {each.label for each in offers}


def test_what_asks_of_events_fits_where_a_condition_stands(file: CheckedFile):
    text = file.source.text.replace("if shown is tile", "if wo", 1)

    offers = file.ask(text, text.index("if wo") + 5).offers()

    assert {"can", "would"} <= {each.label for each in offers}


def test_fields_fit_behind_a_dot_and_events_where_a_step_begins(file: CheckedFile):
    text = file.source.text

    fields = {each.label for each in file.ask(text, text.index("hand)")).offers()}
    steps = {each.label: each.sort for each in file.ask(text, text.index("move")).offers()}

    assert {"hand", "points"} <= fields
    assert (steps["shuffle"], steps["if"]) == ("event", "keyword")


def test_a_changed_text_is_checked_in_its_old_scope_without_the_package(file: CheckedFile):
    text = file.source.text

    slip = file.findings(text.replace("move shown", "move shwon"))

    assert [(each.name, each.span.text) for each in slip] == [("unknown-name", "shwon")]
    assert file.findings("# another line\n" + text) == tuple(
        each for place in file.told.values() for each in place
    )


def test_a_change_of_shape_is_found(file: CheckedFile):
    (found,) = file.findings(file.source.text.replace("    do: |", "    doo: |"))

    assert (found.name, found.code, found.severity) == ("unknown-key", "DAT201", "error")


def test_effects_and_signatures_are_known_by_place_and_name(file: CheckedFile):
    text = "# a line\n" + file.source.text
    scalars = read_yaml(file.source).scalars()
    place, effect = scalar_around(scalars, file.source.text.index("let shown"))

    assert effect.span.start + len("# a line\n") in file.effects(text)
    assert place in file.entries
    assert file.signature("the-first") == "the-first(list of tile xs) -> maybe tile"
    assert file.signature("move").startswith("move ")
    assert file.signature("nothing") is None


def test_places_without_a_listener_are_not_kept(load):
    with listen() as heard:
        loaded = load(actions=ACTION, values=VALUE)

    file = heard.file(loaded.sources[0], ())

    assert heard.effects()[PATH] and file.notes == []
    assert file.ask(file.source.text, file.source.text.index("hand)")).type is None


def test_keywords_are_offered_under_has_and_their_number_in_their_rules(load):
    keywords = """\
keywords:
  smooth: {of: tile}
  wears (int depth):
    of: tile
    modifiers: [{value: rank where it == self, to: result - depth}]
"""
    cards = "cards:\n- {id: slate, kind: tile, color: red, has: [wears 1, smooth]}\n"
    with listen({PATH}) as heard:
        loaded = load(keywords=keywords, cards=cards)
    (source,) = loaded.sources
    assert [each.name for each in loaded.diagnostics if each.severity == "error"] == []
    file = heard.file(source, loaded.diagnostics)
    text = source.text

    at_end, in_rule = text.index("]}", text.index("has:")), text.index("}]", text.index("- depth"))
    words = {each.label for each in file.ask(text, at_end).offers()}
    names = {each.label for each in file.ask(text, in_rule).offers()}

    assert {"smooth", "wears"} <= words and "bag" not in words
    assert "depth" in names
    changed = file.findings(text.replace("has: [wears 1,", "has: [wears 12,"))
    assert changed == tuple(each for place in file.told.values() for each in place)


def test_the_layers_of_the_game_are_offered(load):
    modifiers = "modifiers:\n- {value: rank, to: result + 1, layer: late}\n"
    with listen({PATH}) as heard:
        loaded = load(modifiers=modifiers, policy="policy: {layers: [early, late]}\n")
    assert [each.name for each in loaded.diagnostics if each.severity == "error"] == []
    file = heard.file(loaded.sources[0], loaded.diagnostics)
    text = file.source.text

    offers = {each.label for each in file.ask(text, text.index("late}") + 4).offers()}

    assert {"early", "late"} <= offers
