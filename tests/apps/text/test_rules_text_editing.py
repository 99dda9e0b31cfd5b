"""Rules texts read as an editor of rulebooks would have them: numbers stand behind what they count,
people are who, cards lie on a table, the highest of what is taken away is the lowest."""

from __future__ import annotations

import pytest

from cardwright.apps.text.attributes import _not_so
from cardwright.apps.text.course import meaning_of_event, meaning_of_value
from cardwright.apps.text.inflection import as_not_so, plural
from cardwright.apps.text.names import Names
from tests.interpreter.small import program_of

GAME = """\
enums:
  suit: {is: {sun: {en: sun, ja: 太陽}, moon: {en: moon, ja: 月}}, text: {en: suit, ja: 印}}
kinds:
  card:
    attributes:
      rank: {is: int, text: {en: rank, ja: 数字}}
      suit: {is: suit, text: {en: suit, ja: 印}}
    start: deck
    copies: 2
    text: {en: card, ja: カード}
cards: [{kind: card, id: two, rank: 2, suit: sun}]
zones:
  deck: {of: card, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  table: {of: card, order: row, seen-by: everyone, text: {en: table, ja: 場}}
  player.hand: {of: card, seen-by: owner, text: {en: hand, ja: 手札}}
players:
  count: 2
  state:
    bid: {is: int = 0, text: {en: bid, ja: 賭け}}
    slept: {is: bool = false, text: {en: has slept, ja: 眠った}}
    late: {is: bool = false, text: {en: was late, ja: 遅れた}}
options: {wild: {type: bool, default: true, text: {en: Wild, ja: 荒い}}}
events:
  gain (int n): {do: add n to me.bid, text: {en: "{me} gains {n} gold", ja: "{me}が金貨{n}を得る"}}
  try (int n):
    do: |
BODY
    text: {en: "{me} tries {n}", ja: "{me}が{n}を試す"}
actions: {go: {do: try 1, text: {en: go, ja: 行く}}}
phases: [{id: only, turns: players, offer: [go], text: {en: Only, ja: 一つ}}]
end: {when: round == 9, winners: players}
"""


def said(body: str, lang: str) -> str:
    """Return the text of an event that does something."""
    lines = "\n".join(f"      {line}" for line in body.splitlines())
    game = program_of(GAME.replace("BODY", lines)).game
    return ("" if lang == "ja" else " ").join(
        meaning_of_event(game.events["try"][0], Names(game, lang))[1]
    )


@pytest.mark.parametrize(
    ("body", "english"),
    [
        ("choose n c from me.hand\nmove c to table",
         "Put that many cards in your hand onto the table."),
        ("choose (next(me).bid) c from me.hand\nmove c to table",
         "Put cards in your hand (as many as the bid of the player after you) onto the table."),
        ("choose up to (next(me).bid) c from me.hand\nmove c to table",
         "Put cards in your hand (up to the bid of the player after you) onto the table."),
        ("move top(deck, n) to me.hand",
         "Put the top cards of the deck (that many) into your hand."),
        ("repeat n times:\n  gain 1", "That many times: gain 1 gold."),
        ("choose r from distinct(each(me.hand, rank))\nset me.bid to default(r, 0)",
         "Choose one of the ranks of the cards in your hand, each once. Set your bid to "
         "the second number (otherwise 0)."),
        ("move best(me.hand, -rank) to table",
         "Put the card in your hand with the lowest rank onto the table."),
        ("move worst(me.hand, -rank - 1) to table",
         "Put the card in your hand with the highest rank plus 1 onto the table."),
        ("gain count(table)", "Gain (the number of cards on the table) gold."),
        ("for each p in players where bid == 2:\n  set p.bid to 0",
         "For each player whose bid is 2: set the bid of that player to 0."),
        ("for each p in players where slept:\n  set p.bid to 0",
         "For each player who has slept: set the bid of that player to 0."),
        ("for each p in players where count(deck) > it.bid:\n  set p.bid to 0",
         "For each player for whom the number of cards in the deck is more than their bid: set the "
         "bid of that player to 0."),
        ("set me.slept to false", "From now on you have not slept."),
        ("set next(me).slept to false", "From now on the player after you has not slept."),
        ("set next(me).late to true", "From now on the player after you counts as late."),
        ("set next(me).late to false", "The player after you no longer counts as late."),
        ("set me.slept to n == 2",
         "From now on you have slept if that number is 2, otherwise not."),
        ("if me.slept == next(me).slept, gain 1",
         "If either you have slept and the player after you has slept, or neither, gain 1 gold."),
        ("if me.slept != next(me).slept, gain 1",
         "If either you have slept or the player after you has slept, but not both, gain 1 gold."),
        ("gain n if wild else n", "Gain that many gold."),
        ("if n % 2 == 0, gain 1",
         "If the remainder of that number divided by 2 is 0, gain 1 gold."),
        ("for each p in seats where it not in players:\n  set p.bid to 0",
         "For each player at the table who is no longer in the game: set the bid of that player "
         "to 0."),
        ("for each p in seats:\n  set p.bid to 0",
         "For each player at the table: set the bid of that player to 0."),
    ],
)  # fmt: skip
def test_english_reads_like_a_rulebook(body: str, english: str) -> None:
    assert said(body, "en") == english


@pytest.mark.parametrize(
    ("body", "japanese"),
    [
        ("gain n", "その数の金貨を得る。"),
        ("gain 2", "金貨2を得る。"),
        ("choose r from distinct(each(me.hand, rank))\nset me.bid to default(r, 0)",
         "自分の手札のカードそれぞれの数字(重複を除く)のうち1つを選ぶ。自分の賭けを2つ目の数(なければ0)にする。"),
        ("move best(me.hand, -rank) to table",
         "自分の手札のカードのうち数字が最小のものを場に置く。"),
    ],
)  # fmt: skip
def test_japanese_reads_like_a_rulebook(body: str, japanese: str) -> None:
    assert said(body, "ja") == japanese


@pytest.mark.parametrize(
    ("so", "not_so"),
    [
        ("かかっている", "かかっていない"), ("眠った", "眠っていない"), ("済んだ", "済んでいない"),
        ("間違えた", "間違えていない"), ("選んでいた", "選んでいなかった"),
        ("参加する", "参加しない"), ("親である", "親でない"), ("札がある", "札がない"),
        ("まだいる", "まだいない"), ("続けられる", "続けられない"), ("引き取る", "引き取らない"),
        ("見る", "見ない"), ("勝つ", "勝たない"), ("使う", "使わない"), ("赤い", "赤くない"),
        ("足りない", "足りないわけではない"),
    ],
)  # fmt: skip
def test_a_japanese_clause_ends_as_its_opposite(so: str, not_so: str) -> None:
    assert as_not_so(so) == not_so


@pytest.mark.parametrize(
    ("so", "not_so"),
    [
        ("the deal is over", "the deal is not over"),
        ("a player has reached 66", "no player has reached 66"),
        (
            "the announcement of all tricks has failed",
            "the announcement of all tricks has not failed",
        ),
        ("the king has a crown", "it is not so that the king has a crown"),
        ("the dealer wins at once", "it is not so that the dealer wins at once"),
        ("whoever is late if it is dark", "whoever is not late if it is dark"),
        ("the player who is late wins", "it is not so that the player who is late wins"),
    ],
)
def test_an_english_clause_becomes_its_opposite(so: str, not_so: str) -> None:
    assert _not_so(so) == not_so


@pytest.mark.parametrize(
    ("one", "many"),
    [("half", "halves"), ("shelf", "shelves"), ("wolf", "wolves"), ("knife", "knives"),
     ("leaf", "leaves"), ("chief", "chiefs"), ("roof", "roofs"), ("giraffe", "giraffes")],
)  # fmt: skip
def test_nouns_in_f(one: str, many: str) -> None:
    assert plural(one) == many


def test_a_state_set_to_a_truth_is_told_in_japanese() -> None:
    assert said("set me.slept to n == 2", "ja") == (
        "その数が2なら自分が眠ったものとし、そうでなければそうしない。"
    )


VALUES = {
    "steps that answer yes or no": (
        "bool", "|\n      if m > 9, return false\n      return m == 2",
        "If that number is more than 9, the answer is no. This is so if that number is 2.",
        "その数が9より大きいなら、答えはいいえ。 その数が2であるとき、そうである。",
    ),
    "what steps work out is the answer": (
        "int", "|\n      let n = m\n      if m > 2, add 1 to n\n      if m > 3, set n to n * 2\n"
        "      return n",
        "The answer is that number at first. If that number is more than 2, add 1 to the answer. "
        "If that number is more than 3, multiply the answer by 2.",
        "答えは初めその数とする。 その数が2より大きいなら、答えに1を加える。 "
        "その数が3より大きいなら、答えに2を掛ける。",
    ),
    "the top one": (
        "list of card", "top(deck, 1)", "The top card of the deck.", "山札の一番上のカード。",
    ),
    "a row of known numbers": (
        "int", "'[11, 0, 10][m]'",
        "One of 11, 0, 10, in order of that number from 1 on.", "その数が1から順に11、0、10。",
    ),
    "a row that begins elsewhere": (
        "int", "'[7, 9][m - 12]'",
        "One of 7, 9, in order of that number from 13 on.", "その数が13から順に7、9。",
    ),
    "a row by seat": (
        "suit", "'[sun, moon][start-player.seat + 1]'",
        "One of sun, moon, in order of the seat of the start player.",
        "スタートプレイヤーの席の順に太陽、月。",
    ),
    "the same place of another row": (
        "player", "players[default(best(table, rank).position, 0) + 1]",
        "The player at the same place as the card on the table with the highest rank.",
        "場のカードのうち数字が最大のものと同じ順番のプレイヤー。",
    ),
    "the last by its number": (
        "card", "table[count(table)]", "The last card of the table.", "場の最後のカード。",
    ),
    "the first so many": (
        "list of int", "each(i in 1..m, table[i].rank)",
        "The ranks of the first of the table (as many as that number).",
        "場の初めから(その数)つの数字。",
    ),
    "the first of a list by a number": (
        "list of card", "first(sort(table, -rank), 2)",
        "The first 2 of the table by falling rank.", "数字の大きい順の場の初めの2つ。",
    ),
    "the last of a row, as many as a number": (
        "list of card", "last(table, m)",
        "The last of the table (as many as that number).", "場の終わりから(その数)つ。",
    ),
    "up to a condition": (
        "list of card", "until(table, rank > m)",
        "The table before the first for which its rank is more than that number.",
        "場のうち、その数字がその数より大きいものが最初に出る前まで。",
    ),
    "numbers up to a condition by name": (
        "list of int", "until(n in 1..9, n * n > m)",
        "The numbers from 1 to 9 before the first for which it times it is more than that number.",
        "1から9までの数のうち、それ×それがその数より大きいものが最初に出る前まで。",
    ),
    "the place in a list": (
        "maybe int", "place-of(start-player, players)",
        "The place of the start player among the players.",
        "プレイヤーの中でのスタートプレイヤーの順番。",
    ),
    "the highest number itself": (
        "int", "max(n in 1..9 where n % 2 == m, n, 0)",
        "The highest of the numbers from 1 to 9 for which the remainder of it divided by 2 is that "
        "number (0 if there is none).",
        "1から9までのうちそれ÷2の余りがその数である数のうち最大のもの(なければ0)。",
    ),
    "by falling numbers": (
        "list of card", "sort(table, -2 * rank - m)",
        "The table by falling 2 times its rank plus that number.", "",
    ),
    "a name is explained where it is read first": (
        "list of card",
        "|\n      let good = table where rank > m\n      return sort(good, rank)",
        "The answer is the cards on the table whose rank is more than that number by rising rank.",
        "答えは数字の小さい順の場の中で数字がその数より大きいカード。",
    ),
    "a name is explained in the order of the language": (
        "list of card",
        "|\n      let good = table where rank > m\n      return table if good is empty else good",
        "The answer is the table if there is none among the cards on the table whose rank is "
        "more than that number, otherwise those cards.",
        "答えは場の中で数字がその数より大きいカードがないなら場、そうでなければそれらのカード。",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("gives", "formula", "english", "japanese"), VALUES.values(), ids=VALUES)
def test_a_value_is_told_in_words(gives: str, formula: str, english: str, japanese: str) -> None:
    value = f"values:\n  found(int m) -> {gives}:\n    is: {formula}\n    text: {{en: f, ja: f}}\n"
    game = program_of(
        GAME.replace("BODY", "      gain n").replace("actions:", value + "actions:")
    ).game
    for lang, told in (("en", english), ("ja", japanese)):
        if told:
            assert " ".join(meaning_of_value(game.values["found"][0], Names(game, lang))[1]) == told
