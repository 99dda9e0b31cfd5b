"""Rules text made from effects: what it says, in both languages, and that it can say everything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import cardwright
from cardwright.api.loading import find_package
from cardwright.api.package import Package
from cardwright.apps.text.course import steps_text
from cardwright.apps.text.effects import STEPS, block
from cardwright.apps.text.inflection import agreeing, plural, with_article
from cardwright.apps.text.inflection import base as base_of
from cardwright.apps.text.inflection import third as third_of
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import RULES, kind_rules_text, rules_text
from cardwright.apps.text.scope import VALUES, Scope, say
from cardwright.apps.text.sentences import finished
from dsl.languages import OWN
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model import steps as s
from dsl.model.game import Game
from dsl.model.types import BOOL, INT, PLAYER, DefinitionType, EntityType, ListOf, ZoneType
from dsl.records import Source, Span
from interpreter.lower.owners import Owner
from tests.interpreter.small import program_of

ROOT = Path(__file__).resolve().parents[3]
HOMEBREW = ROOT / "examples" / "homebrew"
LANTERNS = ROOT / "tests" / "dsl" / "games" / "lanterns"
SPAN = Span(Source("x", "x"), 0, 1)
RAW = re.compile(r"[\ue000-\uf8ff]|\w+\(\w+=|<[a-z]+ |\bNone\b|\bTrue\b|\bFalse\b|[{}]")
"""What must never reach a reader: marks, the looks of an object, an open slot."""

CARDS = [
    ("worldmonger", "aqueduct",
     "Use this: discard up to 2 other cards that are not used in the play area of the acting "
     "civilization. Draw the number of those cards.",
     "これを使う：手番の文明の場の使用済みでない他のカード2枚までを捨てる。(それらのカードの数)枚引く。"),
    ("worldmonger", "bureaucracy",
     "Use this: gain a culture in the supply whose value is 2 or less onto the deck.",
     "これを使う：サプライの中で値が2以下の文化カード1枚を山札の上に得る。"),
    ("worldmonger", "calendar",
     "Use this: you may make a card other than Calendar that is used in the play area of the "
     "acting civilization unused.",
     "これを使う：手番の文明の場の使用済みで暦以外のカード1枚を未使用に戻すことができる。"),
    ("worldmonger", "cavalry",
     "Use this: discard this. Draw 2.",
     "これを使う：これを捨てる。2枚引く。"),
    ("worldmonger", "law-code",
     "Use this: you may trash a Villager in the play area of the acting civilization. If you "
     "do, gain a culture other than Villager in the supply whose value is 3 or less.",
     "これを使う：手番の文明の場の村人1枚を廃棄することができる。そうしたら、"
     "サプライの中で村人以外で値が3以下の文化カード1枚を得る。"),
    ("worldmonger", "plunder",
     "Use this: choose a civilization other than the acting civilization whose discard "
     "pile’s top card is a culture. Put the top card of the discard pile of that civilization "
     "into play for the acting civilization.",
     "これを使う：手番の文明以外で捨て札の一番上のカードが文化カードの文明1つを選ぶ。"
     "その文明の捨て札の一番上のカードを手番の文明の場に出す。"),
    ("worldmonger", "scripture",
     "Use this: look at the top 3 of the acting civilization. Discard any number of those "
     "cards. Put the rest of those cards in any order on top of the deck of the acting "
     "civilization.",
     "これを使う：手番の文明の山札の上3枚を見る。それらのカードのうち好きな数を捨てる。"
     "好きな順に並べたそれらのカードの残りを手番の文明の山札の上に置く。"),
    ("worldmonger", "war-elephants",
     "Use this: choose a civilization other than the acting civilization whose play area "
     "holds a card that is not used. Discard a card that is not used in the play area of that "
     "civilization.",
     "これを使う：手番の文明以外で場に使用済みでないカードがある文明1つを選ぶ。"
     "その文明の場の使用済みでないカード1枚を捨てる。"),
    ("books", "invisible-incubi",
     "Discard a dream card: put a Dream card whose nature is not Chaos in the left side of any "
     "City card into the discarded dreams.",
     "夢カードを捨てる：いずれかの都市カードの左側の中で種別が混沌カードでない夢カード1枚を"
     "夢カードの捨て札に置く。"),
    ("books", "joyful-equilibrium",
     "Discard a dream card: establish balance (the bonus for four cities at once plus 1).",
     "夢カードを捨てる：均衡の確立(4都市同時獲得のボーナス+1)。"),
    ("books", "square-lovers",
     "Discard a dream card: claim a City card in the rows whose left side is empty and whose "
     "right side is empty. Fill the rows from the city deck. Fill the empty cities.",
     "夢カードを捨てる：場の中で左側が空で右側が空の都市カード1枚を獲得する。"
     "都市カードの山札から場の都市を補充する。空の都市に夢カードを置く。"),
    ("night-lamps", "reading-lamp", "The hand size is 1 higher.", "手札の枚数は1増える。"),
    ("night-lamps", "storm-lamp",
     "When a player would turn up four dreams and discard them, you may burn 1 oil instead. If "
     "you do, put that Dream card into the discarded dreams.",
     "夢カードを4枚めくって捨てる代わりに、油を1燃やすことができる。そうしたら、"
     "その夢カードを夢カードの捨て札に置く。"),
    ("night-lamps", "watch-lamp",
     "After a player claims a City card, pour 1 oil.",
     "都市カードを獲得するたび、油を1注ぐ。"),
]  # fmt: skip


@cache
def model(name: str) -> Game:
    """Return a game, or the one that an expansion belongs to with it in."""
    if name == "lanterns":
        package = Package.at(LANTERNS)
    elif name in ("books", "night-lamps"):
        package = find_package("equilibrion", [HOMEBREW]).with_expansions([name])
    else:
        package = find_package(name)
    game = cardwright.check(package).game
    assert game is not None
    return game


GAMES = ("worldmonger", "dream-tricks", "books", "night-lamps", "lanterns")


@pytest.mark.parametrize(("game", "card", "english", "japanese"), CARDS)
def test_a_card_reads_as_printed(game, card, english, japanese):
    definition = next(each for each in model(game).definitions if each.id == card)

    assert rules_text(model(game), definition, "en") == (english,)
    assert rules_text(model(game), definition, "ja") == (japanese,)


def test_rules_of_every_sort():
    lanterns = model("lanterns")
    texts = {
        each.id: rules_text(lanterns, each, "en")
        for each in lanterns.definitions
        if each.id in ("ember", "moth", "screen")
    }

    assert texts["ember"][1] == (
        "Tap this, subtract 1 from your oil: put another lantern in your field out. "
        "Only if this is not tapped."
    )
    assert texts["moth"] == (
        "After you light another lantern, "
        "gain oil (the price of that lantern) for you. Once per turn.",
    )
    assert texts["screen"][2:] == (
        "The price of each lantern is 1 lower.",
        "The points of each other lantern are 1 higher.",
        "Players cannot light this if your lit is more than 5.",
    )


def test_what_all_cards_of_a_kind_ask_is_not_on_each():
    texts = rules_text(model("worldmonger"), _card("worldmonger", "city"), "en")

    assert texts == ("Use this: draw 2.",)


def _card(game: str, card: str):
    return next(each for each in model(game).definitions if each.id == card)


# --- nothing of the language is left out ------------------------------------------------------


def test_every_node_type_has_words():
    assert set(VALUES.by_type) == set(get_args(e.Expression))
    assert set(STEPS.by_type) == set(get_args(s.Step))
    assert set(RULES.by_type) == {
        r.Action, r.Trigger, r.Replacement, r.Forbid, r.Modifier, r.Always,
        r.Becomes,
    }  # fmt: skip


def nodes(game: Game) -> Iterator[tuple[str, object]]:
    """Yield every body and expression of a game with the name of its owner."""
    for owner in Owner.all_in(game):
        yield from ((owner.node, body.steps) for _, body in owner.bodies)
        yield from ((owner.node, getattr(each, "expression", each)) for each in owner.formulas)


@pytest.mark.parametrize("lang", OWN)
@pytest.mark.parametrize("name", GAMES)
def test_everything_a_game_does_can_be_said(name, lang):
    game = model(name)
    for owner, node in nodes(game):
        words = _words(game, node, lang)

        assert not RAW.search(words), (owner, words)
        assert words == _words(game, node, lang)


def _words(game: Game, node: object, lang: str) -> str:
    scope = Scope(Names(game, lang))
    return finished(block(node, scope) if isinstance(node, tuple) else say(node, scope), lang)


YES = e.Constant(True, BOOL)
ME = e.Role("me", PLAYER)
DECK = e.ZoneRef(e.ZoneKey("player", "deck"), ME, ZoneType("lantern"))
LANTERN = e.Constant(0, DefinitionType("lantern"))
RARE_VALUES = [
    (e.PrintedRead("lantern", "cost", LANTERN, INT), "the cost of Ember", "残り火のcost"),
    (e.CardsOf(DECK, ListOf(EntityType("lantern"))), "your deck", "自分のdeck"),
    (e.Definitions("lantern", ListOf(DefinitionType("lantern"))), "the lanterns", "lantern"),
]
GAIN = s.Change("add", e.StateKey("player", "oil"), ME, e.Constant(1, INT), SPAN)
SECRET = s.AtOnce(0, e.Players(None, ListOf(PLAYER)), (GAIN,), (GAIN,), SPAN)
RARE_STEPS = [
    (SECRET,
     "each player secretly does this: add 1 to your oil; then all show it, and for each: "
     "add 1 to your oil",
     "各プレイヤーが伏せて行う：自分のoilに1を加える。全員が公開し、順に行う：自分のoilに1を加える"),
    (s.Require(YES, SPAN), "only if always", "いつでも場合のみ"),
    (s.Together((GAIN,), SPAN), "at the same time: add 1 to your oil",
     "同時に：自分のoilに1を加える"),
    (s.Stop(SPAN), "stop here", "ここで終える"),
]  # fmt: skip


@pytest.mark.parametrize(("node", "english", "japanese"), RARE_VALUES)
def test_rare_expressions(node, english, japanese):
    assert _words(model("lanterns"), node, "en") == english
    assert _words(model("lanterns"), node, "ja") == japanese


@pytest.mark.parametrize(("node", "english", "japanese"), RARE_STEPS)
def test_rare_steps(node, english, japanese):
    assert _words(model("lanterns"), (node,), "en") == english
    assert _words(model("lanterns"), (node,), "ja") == japanese


# --- words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noun", "many"),
    [("card", "cards"), ("city", "cities"), ("Book of Powers", "Books of Powers"), ("day", "days"),
     ("box", "boxes"), ("points", "points"), ("pass", "passes")],
)  # fmt: skip
def test_plurals(noun, many):
    assert plural(noun) == many


@pytest.mark.parametrize(
    ("third", "base"),
    [("gains", "gain"), ("passes", "pass"), ("loses", "lose"), ("carries", "carry"), ("is", "be"),
     ("dies", "die"), ("lies", "lie"), ("reaches", "reach"), ("uses", "use"), ("goes", "go")],
)  # fmt: skip
def test_verbs(third, base):
    assert base_of(third) == base
    assert third_of(base) == third


@pytest.mark.parametrize(
    ("noun", "said"), [("egg", "an egg"), ("card", "a card"), ("unit", "a unit")]
)
def test_articles(noun, said):
    assert with_article(noun) == said


@pytest.mark.parametrize(
    ("subject", "said"),
    [("your coins", "are"), ("you", "are"), ("the number of cards", "is"), ("this card", "is"),
     ("the top 3 cards of your deck", "are")],
)  # fmt: skip
def test_a_verb_agrees_with_its_subject(subject, said):
    assert agreeing(subject, "is", "are") == said


BELLS = """\
kinds:
  bell:
    start: tower
    active-in: tower
    state: {broken: {is: bool = false, text: {en: broken, ja: 破損}}}
    works-while: not self.broken
    modifiers: [{value: loudness where b == self, to: result + 1}]
zones: {tower: {of: bell, seen-by: everyone}}
players: {count: 2, state: {coins: {is: int = 0, text: {en: Coins, ja: コイン}}}}
values: {loudness(bell b) -> int: 1}
events:
  chime: {text: {en: "{me} rings", ja: "{me}が鳴らす"}}
  gain (int n): {do: add n to me.coins, text: {en: "{me} gains {n}", ja: "{me}は{n}を得る"}}
cards:
- {kind: bell, id: gong, triggers: [{after: chime, at-once: true, do: gain 1}]}
- {kind: bell, id: horn, works-while: count(tower) > 2, triggers: [{after: chime, do: gain 1}]}
actions: {ring: {do: chime}}
phases: [{id: ringing, turns: players, offer: [ring]}]
"""


def test_when_rules_work_is_said_once_and_what_does_not_wait_is_right_after():
    game = program_of(BELLS).game
    cards = {each.id: each for each in game.definitions}

    assert rules_text(game, cards["gong"], "en") == ("Right after a player rings, gain 1.",)
    assert rules_text(game, cards["gong"], "ja") == ("鳴らすとすぐに、1を得る。",)
    works, rule = rules_text(game, cards["horn"], "en")
    assert works.startswith("Its rules work only while ") and works.endswith(
        "2 bells in the tower."
    )
    assert rule == "After a player rings, gain 1."
    said = kind_rules_text(game, "bell", "en")
    assert said[0] == "Its rules work only while this is not broken."
    assert len(said) == 2 and "work" not in said[1]


def test_a_local_that_changes_is_called_by_its_own_name():
    """What it was at first is not what it is later on."""
    plans = cardwright.load(ROOT / "tests" / "conformance" / "secret-plans").model
    body = next(each.body for each in plans.actions if each.id == "march")

    (english,), (japanese,) = (steps_text(body, Names(plans, lang)) for lang in OWN)
    assert "“left” is 6 at first" in english
    assert "may add that card to “cs”" in english
    assert "subtract the rank of that card from “left”" in english
    assert english.endswith("set the plan of that player to “left”.")
    assert "数Aは初め6とし、" in japanese
    assert "数Aからそのcardのrankを引く" in japanese
