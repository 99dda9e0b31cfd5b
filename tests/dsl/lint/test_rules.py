"""Check the lint rules: each has a manual, each can fire, and none brings down the others."""

from __future__ import annotations

import re

import pytest

from dsl.check.texts.texts import prelude_of
from dsl.diagnostics.catalogue import FINDINGS
from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.lint.rules import CHECKS, RULES, lint, page_of, without_allowed
from dsl.load import Loaded, load_sources
from dsl.records import Source

CLEAN = """\
id: small
version: "1"
language: 1
title: {en: Small, ja: 小}
options:
  long: {type: bool, default: false}
enums:
  flavour: {sweet: {en: sweet, ja: 甘い}, sour: {en: sour, ja: 酸っぱい}}
kinds:
  fruit:
    attributes:
      taste: {is: flavour, text: {en: taste, ja: 味}}
      size: {is: int, text: {en: size, ja: 大きさ}}
    start: basket
    active-in: [basket]
players: {count: 2, state: {coin: int = 0}}
zones:
  basket: {of: fruit, seen-by: everyone, text: {en: basket, ja: 籠}}
  player.hand: {of: fruit, seen-by: owner, text: {en: hand, ja: 手札}}
  pile: {of: fruit, order: stack, seen-by: everyone, text: {en: pile, ja: 山}}
  well: {of: fruit, order: stack, seen-by: nobody, text: {en: well, ja: 井戸}}
setup: |
  move pile + player.hand to bottom of well
  shuffle well
values:
  goal -> int: 9 if long else 5
cards:
- {id: plum, kind: fruit, taste: sweet, size: 1, name: {en: Plum, ja: 梅}}
- {id: lemon, kind: fruit, taste: sour, size: 2, name: {en: Lemon, ja: 檸檬}}
phases:
- id: eating
  turns: players
  do: if count(basket where taste == sour) > 0, add sum(basket, size) to me.coin
  text: {en: Eating, ja: 食べる}
end: {when: "any(players, coin > goal)", rank: [coin]}
"""
CAUSED = "events: {eat: {do: win}, win: {do: add 1 to me.coin, text: {en: a, ja: 勝}}}\nphases:\n"
CAUSED += "- {id: meal, turns: players, do: eat, text: {en: Meal, ja: 食事}}\n"
EARNED = 'events: {earn (int n): {do: add n to me.coin, text: {en: "%s", ja: "{n}枚"}}}\nphases:\n'
EARNED += "- {id: work, turns: players, do: earn 2, text: {en: Work, ja: 働く}}\n"
PLUM = "- {id: plum, kind: fruit, taste: sweet, size: 1, name: {en: Plum, ja: 梅}}\n"
BEGUN = "players: {count: 2, state: {coin: int = 0}}\nzones:\n"
SPROUT = "  sprout: {start: nursery, text: {en: sprout, ja: 芽}}\n"
NURSERY = "  nursery: {of: sprout, seen-by: everyone, text: {en: nursery, ja: 苗床}}\n"
TRIGGER = (
    "- kind: fruit\n  id: plum\n  taste: sweet\n  size: 1\n  name: {en: Plum, ja: 梅}\n"
    "  triggers:\n  - after: move self\n    do: add 1 to start-player.coin\n"
)
FORBIDDING = (
    "- kind: fruit\n  id: plum\n  taste: sweet\n  size: 1\n  name: {en: Plum, ja: 梅}\n"
    "  examples: [{given: {basket: 1}, then: basket is not empty}]\n"
    "  forbids: [{event: move self, active-in: [player.hand]}]\n"
)
ASKED = CLEAN[CLEAN.index("    start: basket") : CLEAN.index("phases:")]
WORTH = "      worth: {is: int (player p) = 0, text: {en: worth, ja: 価値}}\n" + ASKED.replace(
    "size: 2,", "size: 2, worth: p.coin,"
).replace("9 if long", "9 if long or any(basket, it.worth(start-player) > 3)")
RESHUFFLED = "  shuffle pile\n  move pile to bottom of well\n"
DEALT = """\
  shuffle well
  for each p in players, move top(well, {cards}) to p.hand
  choose any number of cs from start-player.hand by start-player so that sum(cs, size) == 9
"""
PRINTED = TRIGGER.replace("ja: 梅}", "ja: 梅}\n  text: {en: Gain 3., ja: 3得る。}") + (
    "  examples: [{given: {basket: 1}, then: basket is not empty}]\n"
)
TWICE = TRIGGER.split("  triggers")[0] + (
    "  text: {en: 'Eat this: gain much.', ja: これを食べる：多くを得る。}\n"
    "  actions:\n  - in: eating\n    do: add 1 to me.coin\n"
    "    text: {en: 'eat this: gain much', ja: これを食べる：多くを得る}\n"
    "  examples: [{given: {basket: 1}, then: basket is not empty}]\n"
)
SIZE = "size: {is: int, text: {en: size, ja: 大きさ}}"
NOUNS = CLEAN[CLEAN.index("enums:") : CLEAN.index("cards:")]
PLACED = CLEAN[CLEAN.index("kinds:") : CLEAN.index("- {id: lemon")]
BOARD = (
    PLACED.replace(
        "kinds:\n",
        "layout: {sea: {rows: [[east, south], [none, west]]}}\nkinds:\n  isle: {unique: true}\n",
    ).replace("9 if long", "9 if long or any(every isle, count(beside(it)) > 3)")
    + "- {id: east, kind: isle, name: {en: One, ja: 一}}\n"
    + "- {id: south, kind: isle, name: {en: Two, ja: 二}}\n"
    + "- {id: west, kind: isle, name: {en: Three, ja: 三}}\n"
)
FLAVOURS = "{sweet: {en: sweet, ja: 甘い}, sour: {en: sour, ja: 酸っぱい}}"
HUES = NOUNS.replace(FLAVOURS, FLAVOURS + "\n  hue: [red, blue]").replace(
    "9 if long", "9 if long or count(every hue) > 2"
)
HIDING = """\
state: {{guessed: {{is: maybe flavour, seen-by: nobody}}}}
actions:
  guess:
    {parameter}
    do: |
      {choice}
      set guessed to f
      if guessed is not none, add 1 to me.coin
    text: {{en: guess, ja: 当てる}}
phases:
- {{id: guessing, turns: players, offer: [guess], text: {{en: guessing, ja: 当てる}}}}
"""
TOLD = "choose: {f: {from: every flavour, text: {en: taste, ja: 味}}}"
ANSWERED = (
    "examples:\n- {{players: [ada, bo], play: [{answers}], then: basket is empty}}\nphases:\n"
)
NAMED = """\
players: {count: 2, state: {coin: int = 0, luck: {is: int = 0, text: {en: luck, ja: 運}}}}
triggers: [{after: move, do: add start-player.luck + 1 to start-player.luck}]
"""
OFFER = """\
actions:
  eat:
    choose:
      c: {{from: me.hand, text: {{en: what to eat, ja: 食べるもの}}}}
      d: {{from: me.hand, text: {{en: what to share, ja: 分けるもの}}}}
    cost: {cost}
    do: move [c, d] to basket
    text: {{en: eat something, ja: 何か食べる}}
  wait-a-bit: {{do: add 3 to me.coin, text: {{en: wait, ja: 待つ}}}}
phases:
- {{id: buying, turns: players, offer: [eat, wait-a-bit], text: {{en: buying, ja: 買う}}}}
"""
RIPENING = "    active-in: [basket]\n    triggers: [{after: move self, do: add 1 to me.coin}]\n"
OFFERED = OFFER.format(cost="subtract 1 from me.coin")
PASSED = OFFERED.replace("do: add 3 to me.coin", "do: 'may subtract 1 from me.coin, pass'")
SOURCED = """\
title: {en: Small, ja: 小}
source: {rules: the leaflet}
reconstructed: [{en: The lemon., ja: 檸檬。}]
"""
CHOSEN = "  shuffle well\n  choose p from [start-player] by start-player\n  add 3 to p.coin\n"
SIZED = CLEAN[CLEAN.index(SIZE) : CLEAN.index("phases:")].replace("is: int", "is: int = 1") + (
    "".join(
        f"- {{id: f-{n}, kind: fruit, taste: sweet{size}, name: {{en: Fruit {n}, ja: 実{n}}}}}\n"
        for n, size in enumerate((", size: 3", ", size: 4", ""))
    )
)
PRUNE = PLUM.replace("id: plum", "id: prune").replace("size: 1", "size: 3")
BOUGHT = OFFERED.replace(
    "cost: subtract 1 from me.coin\n    do: ", "do: subtract c.size from me.coin; "
)
NEVER_MORE = "{coin: int = 0, luck: int = 1}"
# Rule, what to replace in the clean game, with what.
BAD = (
    ("unused-zone", "zones:\n", "zones:\n  grave: {of: fruit, seen-by: nobody}\n"),
    ("unused-state", "{coin: int = 0}", "{coin: int = 0, cion: int = 0}"),
    ("unused-value", "values:\n", "values:\n  gaol -> int: 3\n"),
    ("unused-enum", "enums:\n", "enums:\n  weather: {dry: {en: dry, ja: 晴れ}}\n"),
    ("unused-member", "酸っぱい}}", "酸っぱい}, bitter: {en: bitter, ja: 苦い}}"),
    ("unused-kind", "kinds:\n", "kinds:\n  stone: {}\n"),
    ("unused-attribute", SIZE, f"{SIZE}\n      sise: int = 0"),
    ("unused-layer", "zones:\n", "policy: {layers: [taste]}\nzones:\n"),
    ("unused-option", "options:\n", "options:\n  hard: {type: bool, default: false}\n"),
    ("card-without-example", PLUM, TRIGGER),
    ("missing-translation", "{en: Lemon, ja: 檸檬}", "{en: Lemon}"),
    ("unknown-language", "{en: Lemon, ja: 檸檬}", "{en: Lemon, ja: 檸檬, jp: 檸檬}"),
    ("empty-text", "{en: Lemon, ja: 檸檬}", "{en: Lemon, ja: ''}"),
    ("misspelt-id", "id: lemon", "id: lemno"),
    ("folder-mismatch", "id: small", "id: smal"),
    ("hidden-rule", PLUM, FORBIDDING),
    ("shuffled-in-sight", "  shuffle well\n", RESHUFFLED),
    ("too-many-sets", "  shuffle well\n", DEALT.format(cards=17)),
    ("text-differs", PLUM, PRINTED),
    ("repeated-text", PLUM, TWICE),
    ("unnamed-state", "players: {count: 2, state: {coin: int = 0}}\n", NAMED),
    ("unnamed-action", "phases:\n", OFFERED.replace(", text: {en: wait, ja: 待つ}", "")),
    (
        "unnamed-parameter",
        "phases:\n",
        OFFERED.replace("{from: me.hand, text: {en: what to share, ja: 分けるもの}}", "me.hand"),
    ),
    ("equal-card", PLUM, PLUM + PLUM.replace("id: plum", "id: plum-two")),
    ("lone-choice", "  shuffle well\n", CHOSEN),
    ("lone-pass", "phases:\n", PASSED),
    ("free-cost", "phases:\n", OFFER.format(cost="subtract 0 from me.coin")),
    ("unpayable-cost", "phases:\n", OFFER.format(cost="require 1 > 2")),
    (
        "missing-source",
        "title: {en: Small, ja: 小}\n",
        SOURCED.partition("source")[0] + "published: [{en: All., ja: 全部。}]\n",
    ),
    ("unknown-answer", "phases:\n", ANSWERED.format(answers="plum, lemno, enough")),
    ("told-secret", "phases:\n", HIDING.format(parameter=TOLD, choice="")),
    ("unnamed-phase", "phases:\n", "phases:\n- {id: wait, turns: players, do: add 1 to me.coin}\n"),
    ("unnamed-member", NOUNS, HUES),
    ("unnamed-value", "rank: [coin]", "rank: [goal]"),
    ("unnamed-attribute", SIZE, "size: int"),
    ("unnamed-event", "phases:\n", CAUSED),
    ("always-singular", "phases:\n", EARNED % "{me} earns {n} coin in all"),
    (
        "never-active",
        "    active-in: [basket]\n",
        "    triggers: [{after: move self, do: add 1 to me.coin}]\n",
    ),
    ("nobody-controls", "    active-in: [basket]\n", RIPENING),
    (
        "gone-by-then",
        "phases:\n",
        "triggers: [{after: move to pile where c in basket, do: add 1 to start-player.coin}]\n"
        "phases:\n",
    ),
    ("unplaced", PLACED, BOARD.replace("west]]", "none]]")),
    ("unnamed-card", PLUM, PLUM.replace(", name: {en: Plum, ja: 梅}", "")),
    ("unsaid-attribute", CLEAN[CLEAN.index(SIZE) : CLEAN.index("phases:")], SIZED),
    ("no-copies", PLUM, PLUM.replace("size: 1", "size: 1, copies: 0")),
    ("cardless-kind", BEGUN, SPROUT + BEGUN + NURSERY),
    ("same-name", PLUM, PLUM + PRUNE),
    ("kept-secret", "rank: [coin]}", 'rank: [coin], keeps: {long: "any(well, size > 2)"}}'),
    ("secret-chance", "  shuffle well\n", "  if any(well, size > 2), shuffle well\n"),
    ("cut-text", "to me.coin\n", "to me.coin #2 more\n"),
    ("never-true", "coin > goal)", "coin > goal) or round < 1"),
    ("unguarded-payment", "phases:\n", BOUGHT),
    ("short-supply", "  shuffle well\n", "  shuffle well\n  create 2 plum into pile\n"),
    ("unreached", PLACED, BOARD.replace("west]]}", "west]], paths: {south: [east]}}")),
)
GOOD = (
    ("  shuffle well\n", "  shuffle well\n  create 1 plum + 1 lemon into pile\n"),
    (PLACED, BOARD),
    (ASKED, WORTH),
    ("phases:\n", HIDING.format(parameter="", choice="choose f from every flavour")),
    ("phases:\n", ANSWERED.format(answers="plum, lemon#2, 2 sweet/sour + 1, bo.hand, option-1")),
    ("phases:\n", OFFERED),
    (
        "phases:\n",
        OFFERED.replace(
            "{from: me.hand, text: {en: what to share, ja: 分けるもの}}", "me.hand"
        ).replace("en: eat something", "en: 'eat with {d}'"),
    ),
    (PLUM, PLUM + PRUNE.replace("Plum, ja: 梅", "Prune, ja: 干し梅")),
    (
        CLEAN[CLEAN.index(SIZE) : CLEAN.index("phases:")],
        SIZED.replace("ja: 実2", "ja: 実2}, size: 5, text: {en: Soft, ja: 軟"),
    ),
    ("to me.coin\n", "to me.coin # two more\n"),
    ("coin > goal)", "coin > goal) or round > 1"),
    (
        "phases:\n",
        BOUGHT.replace(
            "me.hand, text: {en: what to eat",
            "me.hand where size <= me.coin, text: {en: what to eat",
        ),
    ),
    ("  shuffle well\n", CHOSEN.replace("[start-player]", "players")),
    ("phases:\n", OFFER.format(cost="subtract count(basket) - count(basket) from me.coin")),
    ("phases:\n", OFFER.format(cost="require me.coin > 2")),
    ("title: {en: Small, ja: 小}\n", SOURCED),
)


def load(text: str) -> Loaded:
    loaded = load_sources((Source("small/game.yaml", text),), "small", prelude_of((), Report()))
    assert loaded.game is not None, [each.rendered() for each in loaded.diagnostics]
    return loaded


def found(text: str) -> tuple[Diagnostic, ...]:
    loaded = load(text)
    assert loaded.game is not None
    return without_allowed(lint(loaded.game, loaded.used, loaded.sources), loaded.sources)


def test_the_clean_game_is_clean():
    assert [each.rendered() for each in found(CLEAN)] == []


@pytest.mark.parametrize(("name", "old", "new"), BAD)
def test_a_bad_game_is_reported(name, old, new):
    assert old in CLEAN
    doubts = found(CLEAN.replace(old, new, 1))
    assert {each.name for each in doubts} == {name}
    assert all(re.search("[\u3041-\u30ff]", each.in_language("ja").message) for each in doubts)


@pytest.mark.parametrize("unseen", ["\u3000", "\u200b\u2060", "\u3164", " \u00ad"])
def test_a_text_of_which_nothing_can_be_seen_is_empty(unseen):
    assert only("empty-text", "{en: Lemon, ja: 檸檬}", f"{{en: '{unseen}', ja: 檸檬}}")


def test_an_attribute_with_parameters_wants_words_too():
    bare = WORTH.replace(", text: {en: worth, ja: 価値}", "")
    assert [each.name for each in found(CLEAN.replace(ASKED, bare, 1))] == ["unnamed-attribute"]


@pytest.mark.parametrize(("old", "new"), GOOD)
def test_a_game_mended_is_clean(old, new):
    assert [each.rendered() for each in found(CLEAN.replace(old, new, 1))] == []


def only(name: str, old: str, new: str, text: str = CLEAN) -> list[str]:
    assert old in text
    return [each.message for each in found(text.replace(old, new, 1)) if each.name == name]


def test_manuals_are_in_both_languages():
    for name, _ in RULES:
        english, japanese = page_of(name), page_of(name, "ja")

        assert "What it finds:" in english and not re.search(r"^[^\n]*。$", english, re.M), name
        assert "見つけるもの:" in japanese and japanese.partition("\n")[0].endswith("。"), name


@pytest.mark.parametrize(("cards", "so_far"), [(16, ""), (26, " so far sum(cs, size) <= 9")])
def test_sets_can_be_tried_of_sixteen_or_where_what_is_on_the_way_is_said(cards, so_far):
    dealt = DEALT.format(cards=cards).replace("== 9", f"== 9{so_far}")
    assert not found(CLEAN.replace("  shuffle well\n", dealt, 1))


def test_an_option_counts_with_its_largest_value():
    text = CLEAN.replace("  shuffle well\n", DEALT.format(cards="hold"), 1)
    text = text.replace("options:\n", "options:\n  hold: {type: 5..30, default: 7}\n", 1)
    assert [each.name for each in found(text)] == ["too-many-sets"]


def test_every_rule_has_a_bad_game_and_a_manual():
    assert sorted(name for name, *_ in BAD) == sorted(name for name, _ in RULES)
    for name, _ in RULES:
        page = page_of(name)
        assert all(f"{part}:" in page for part in ("What it finds", "Why it matters", "Bad",
                                                   "Good", "Exceptions")), name  # fmt: skip
        assert FINDINGS[name].severity in ("warning", "advice")


def test_every_rule_has_a_code():
    assert {*CHECKS} == {name for name, _ in RULES}


def test_a_rule_that_fails_leaves_the_others():
    def broken(facts):
        raise ValueError("oh")
        yield

    loaded = load(CLEAN.replace("zones:\n", "zones:\n  grave: {of: fruit, seen-by: nobody}\n"))
    assert loaded.game is not None
    rules = (("oh-no", broken), RULES[0])
    names = [each.name for each in lint(loaded.game, loaded.used, loaded.sources, rules)]
    assert sorted(names) == ["broken-rule", "unused-zone"]


@pytest.mark.parametrize(
    ("comment", "names"),
    [
        ("# allow: unused-zone — for the next expansion", []),
        ("# allow: unused-zone", ["allow-without-reason", "unused-zone"]),
        ("# allow: unused-state — no", ["unused-allow", "unused-zone"]),
    ],
)
def test_allowing(comment, names):
    grave = "grave: {of: fruit, seen-by: nobody}"
    beside = CLEAN.replace("zones:\n", f"zones:\n  {grave}  {comment}\n")
    above = CLEAN.replace("zones:\n", f"zones:\n  {comment}\n  {grave}\n")

    assert sorted(each.name for each in found(beside)) == names
    assert sorted(each.name for each in found(above)) == names


def test_an_attribute_that_tells_the_cards_of_a_table_apart_is_used():
    table = (
        '- each: {kind: fruit, size: 1}\n  id: "{taste}-{colour}"\n'
        "  taste: every flavour\n  colour: every hue\n"
    )
    hues = "hue: {red: {en: red, ja: 赤}, green: {en: green, ja: 緑}}"
    text = CLEAN.replace("enums:\n", f"enums:\n  {hues}\n", 1)
    text = text.replace(
        SIZE, f"{SIZE}\n      colour: {{is: hue = red, text: {{en: hue, ja: 色}}}}", 1
    )

    assert "unused-attribute" in [each.name for each in found(text)]
    assert found(text.replace("cards:\n", f"cards:\n{table}", 1)) == ()


@pytest.mark.parametrize(
    ("kept", "steps"),
    [
        ("count(well) > 3", ""),  # how many there are may be counted
        ("any(basket, size > 2)", ""),
        ("any(well, size > 2)", "  reveal well\n"),
    ],
)
def test_what_is_counted_or_shown_may_be_kept(kept, steps):
    text = CLEAN.replace("rank: [coin]}", f'rank: [coin], keeps: {{long: "{kept}"}}}}')
    text = text.replace("  shuffle well\n", f"  shuffle well\n{steps}", 1)

    assert "kept-secret" not in [each.name for each in found(text)]
