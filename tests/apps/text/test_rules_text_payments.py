"""Rules text of cards that pay: amounts, effects and costs as attributes, discounts, reactions."""

from __future__ import annotations

from functools import cache

import pytest

import cardwright
from cardwright.api.loading import find_package
from cardwright.apps.cards.card import attribute_words
from cardwright.apps.cards.entries import Entry, entries
from cardwright.apps.text.inflection import continuing
from cardwright.apps.text.literals import amount_words, open_units, units
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import kind_rules_text
from dsl.languages import Language
from dsl.model.types import EnumType

CARDS = {
    "dragon-egg": (
        [
            "Destroy this: you may reveal a dragon in your hand. If you do, pay the price of that "
            "dragon less 4 essences of any type; then place that dragon.",
        ],
        [
            "これを破壊する：自分の手札のドラゴン1枚を公開することができる。そうしたら、そのドラゴンの"
            "コストから好きなエッセンス4個を引いた分を支払い、その後そのドラゴンを置く。",
        ],
    ),
    "dragon-bridle": (
        [
            "When you would lose life from a dragon, you may tap this instead.",
            "The price of each dragon for you is reduced by 3 essences of any type.",
        ],
        [
            "自分がドラゴンから生命を失う代わりに、これを横倒しにすることができる。",
            "自分にとってのドラゴンのコストは好きなエッセンス3個だけ少なくなる。",
        ],
    ),
    "mermaid": (
        [
            "Income: gain 1 calm.",
            "Tap this, pay 1 life, calm or gold: place those essences on a component in your play "
            "area.",
        ],
        [
            "収集：平穏1を得る。",
            "これを横倒しにし、生命・平穏・黄金のどれか1個を支払う：自分の場の構成物1枚"
            "にそれらのエッセンスを置く。",
        ],
    ),
    "dancing-sword": (
        [
            "Income: gain 1 death and 1 elan.",
            "When you would lose life, you may pay 1 elan instead. If you do, place 1 deat"
            "h on this.",
        ],
        [
            "収集：死1と活力1を得る。",
            "自分が生命を失う代わりに、活力1を支払うことができる。そうしたら、これに死1を置く。",
        ],
    ),
    "vault": (
        [
            "If nothing is taken: if there is gold on this, gain 2 essences except gold.",
            "Tap this: place 1 gold on this.",
        ],
        [
            "取らなければ：これの上に黄金があるなら、黄金以外のエッセンス2個を得る。",
            "これを横倒しにする：これに黄金1を置く。",
        ],
    ),
    "windup-man": (
        [
            "If nothing is taken: for each type of the essences on this: place 2 of that type on "
            "this.",
            "Tap this, pay 1 essence of any type: place those essences on this.",
        ],
        [
            "取らなければ：これの上のエッセンスの種類それぞれについて：これにその種類2個を置く。",
            "これを横倒しにし、好きなエッセンス1個を支払う：これにそれらのエッセンスを置く。",
        ],
    ),
    "infernal-engine": (
        [
            "Income: gain 1 elan.",
            "Tap this, choose X from 0 to the number of your essences, pay X essences of any type: "
            "place those essences on this.",
            "Tap this: take all essences from a component in your play area that has essen"
            "ces on it.",
        ],
        [
            "収集：活力1を得る。",
            "これを横倒しにし、0から自分のエッセンスの数までのXを選び、好きなエッセンス"
            "X個を支払う：これにそれらのエッセンスを置く。",
            "これを横倒しにする：自分の場のエッセンスを持つ構成物1枚のエッセンスをすべて取る。",
        ],
    ),
    "illusion": (
        [
            "When you would tap a creature or demon, you may tap this instead.",
            "When you would tap a dragon, you may tap this and pay 2 essences of any type instead.",
        ],
        [
            "自分がクリーチャーかデーモンを横倒しにする代わりに、これを横倒しにすることができる。",
            "自分がドラゴンを横倒しにする代わりに、これを横倒しにし、好きなエッセンス2個"
            "を支払うことができる。",
        ],
    ),
    "crypt": (
        [
            "Tap this: gain 2 death.",
            "Tap this, pay 1 death: you may pay the price of an artifact in your discard p"
            "ile less 2 "
            "essences except gold. If you do, place that artifact.",
        ],
        [
            "これを横倒しにする：死2を得る。",
            "これを横倒しにし、死1を支払う：自分の捨て札のアーティファクト1枚のコストか"
            "ら黄金以外のエッセンス2個を引いた分を支払うことができる。そうしたら、そのア"
            "ーティファクトを置く。",
        ],
    ),
    "gate-of-hell": (
        [
            "Tap this, tap a demon: place 1 death on this.",
            "Tap this (if “Gate of Hell turns to de"
            "stroy a creature” is chosen), destroy "
            "a creature in your play area: place 1 death on this.",
            "Pay 4 elan: place 1 death on this.",
        ],
        [
            "これを横倒しにし、デーモンを横倒しにする：これに死1を置く。",
            "(「地獄の門は破壊の効果でも横倒しになる」が選ばれているなら)これを横倒しに"
            "し、自分の場のクリーチャー1枚を破壊する：これに死1を置く。",
            "活力4を支払う：これに死1を置く。",
        ],
    ),
    "guard-dog": (
        [
            "Ward: tap this.",
            "Pay 1 elan: untap this.",
            "It is always so that this is ready.",
        ],
        [
            "守り：これを横倒しにする。",
            "活力1を支払う：これを起こす。",
            "いつでもこれが使用可能。",
        ],
    ),
    "prism": (
        [
            "Tap this, pay 1 essence of any type: gain 2 essences except gold.",
            "Tap this, pay 1 of one type any number of times: gain that many of one type e"
            "xcept gold.",
        ],
        [
            "これを横倒しにし、好きなエッセンス1個を支払う：黄金以外のエッセンス2個を得る。",
            "これを横倒しにし、同じ種類のエッセンス1個を好きな回数支払う：黄金以外の同じ"
            "種類のエッセンスをその数だけ得る。",
        ],
    ),
    "homunculus": (
        [
            "Tap this: place 2 essences except gold on this.",
            "The price of each demon for you is red"
            "uced by 2 essences of any type if “Hom"
            "unculus may reduce gold” is chosen, ot"
            "herwise 2 essences except gold.",
        ],
        [
            "これを横倒しにする：これに黄金以外のエッセンス2個を置く。",
            "自分にとってのデーモンのコストは「ホムンクルスは黄金のコストも減らせる」が選"
            "ばれているなら好きなエッセンス2個、そうでなければ黄金以外のエッセンス2個だ"
            "け少なくなる。",
        ],
    ),
}
"""By card: its rules in English and in Japanese."""


@cache
def cards() -> dict[str, Entry]:
    """Return all components by id."""
    package = find_package("res-arcana")
    base = cardwright.check(package).game
    others = [
        cardwright.check(package.with_expansions([each])).game for each in package.installed()
    ]
    assert base is not None
    return {card.id: card for card in entries(base, [each for each in others if each])}


@pytest.mark.parametrize("card", CARDS)
def test_a_card_reads_as_printed(card):
    english, japanese = CARDS[card]

    assert list(cards()[card].rules("en")) == english
    assert list(cards()[card].rules("ja")) == japanese


@pytest.mark.parametrize(
    ("card", "english", "japanese"),
    [
        ("crystal-keep", "5 and 1 per 2 artifacts in your play area",
     "5＋自分の場のアーティファクト2枚につき1"),
        ("sacred-grove", "2 and 1 per life on this",
     "2＋これの上の生命1個につき1"),
        ("sorcerers-bestiary", "1 per creature in your play area and 2"
          " per dragon in your play area",
     "自分の場のクリーチャー1枚につき1＋自分の場のドラゴン1枚につき2"),
        ("gate-of-hell", "1 per demon in your play area and 1 per death on this",
     "自分の場のデーモン1枚につき1＋これの上の死1個につき1"),
    ],
)  # fmt: skip
def test_points_that_depend_on_the_match(card, english, japanese):
    assert cards()[card].shown("points", "en") == english
    assert cards()[card].shown("points", "ja") == japanese


def test_attributes_that_say_what_a_card_is():
    assert [each for each in attribute_words(cards()["hound-of-death"], "en") if each] == [
        "demon, creature",
        "price 3 life and 2 death",
    ]
    assert [each for each in attribute_words(cards()["wind-dragon"], "ja") if each] == [
        "得点 1",
        "ドラゴン",
        "コスト 平穏4と好きなエッセンス4個",
    ]


def test_rules_of_a_kind_stand_once():
    model = cards()["prism"].model

    assert kind_rules_text(model, "artifact", "en") == (
        "Actions can be taken only if this is ready.",
    )
    assert kind_rules_text(model, "component", "en") == (
        "When you would lose life, you may pay the ward of this instead.",
        "When a player would lose life from this, that player may pay the toll of this instead.",
    )
    assert kind_rules_text(model, "component", "ja") == (
        "自分が生命を失う代わりに、これの守りを支払うことができる。",
        "プレイヤーがこれから生命を失う代わりに、そのプレイヤーはこれの回避を支払うことができる。",
    )


# --- numbers of things ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "keys", "english", "japanese"),
    [
        ("1", (0, 1, 2, 3, 4), "1 essence of any type", "好きなエッセンス1個"),
        ("3", (0, 1, 2, 3), "3 essences except gold", "黄金以外のエッセンス3個"),
        ("1", (0, 3), "1 life or calm", "生命か平穏1個"),
        ("2", (0, 3), "2 of life or calm", "生命・平穏のうち2個"),
        ("1", (0, 3, 4), "1 life, calm or gold", "生命・平穏・黄金のどれか1個"),
        ("X", (0, 1, 2, 3, 4), "X essences of any type", "好きなエッセンスX個"),
    ],
)  # fmt: skip
def test_parts_left_open(number, keys, english, japanese):
    model = cards()["prism"].model

    assert open_units(number, keys, EnumType("essence"), Names(model, "en")) == english
    assert open_units(number, keys, EnumType("essence"), Names(model, "ja")) == japanese


@pytest.mark.parametrize(
    ("number", "key", "english"),
    [("2", "gold", "2 gold"), ("X", "gold", "X gold"), ("that number", "gold", "that many gold"),
     ("your hand size", "gold", "gold equal to your hand size")],
)  # fmt: skip
def test_so_many_of_one(number, key, english):
    assert units(number, key, Names(cards()["prism"].model, "en")) == english


def test_things_in_a_row():
    assert Language("en").together(["a", "b", "c"]) == "a, b and c"
    assert Language("en").together(["a"]) == "a"
    assert Language("ja").together(["a", "b", "c"]) == "aとbとc"


@pytest.mark.parametrize(
    ("verb", "going_on"),
    [("支払う", "支払い"), ("横倒しにする", "横倒しにし"), ("捨てる", "捨て"), ("取る", "取り"),
     ("見る", "見"), ("置く", "置き"), ("引く", "引き"), ("返す", "返し"), ("選ぶ", "選び")],
)  # fmt: skip
def test_japanese_verbs_that_others_follow(verb, going_on):
    assert continuing(verb) == going_on


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ((), "what nobody can pay"),
        ((0,), "2 wood"),
        ((0, 3), "2 wood"),
        ((0, 1), "2 of wood or clay"),
    ],
)
def test_an_open_part_of_any_number_of_members_has_words(keys, words):
    """A wild member may pay for any other, so that it is not named beside one."""
    game = cardwright.load(find_package("examples/recipes/works")).model

    assert amount_words(((), ((keys, 2),), ()), EnumType("good"), Names(game, "en")) == words
