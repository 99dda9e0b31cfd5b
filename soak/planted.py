"""Small games that tell what is hidden, each by another rule, and twins of them that do not.

All are one base game with a fragment put into it. Every leak must be found, by the checker, by lint
or by two worlds; a twin by none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from cardwright.game import Game
from cardwright.leaks.pairs import play_pair
from cardwright.leaks.two_worlds import Leak
from cardwright.options import settle_options
from dsl.lint.rules import lint
from dsl.load import Loaded, load_sources, prelude_in
from dsl.source import Source
from soak.fragments import TOP, probing, text_of, with_card, with_dice
from soak.measure import Measure, Part, each, hold
from soak.side_doors import SILENT, TELLING

PRELUDE = Path(__file__).parents[1] / "cards" / "prelude"

LEAKS: dict[str, dict[str, str]] = {
    # --- what is done -----------------------------------------------------------------------------
    "coins by the top of the deck": probing(f"if {TOP}, gain 1"),
    "coins by the hands of others": probing("if any(opponents, has-red(it)), gain 1"),
    "coins by a count of the deck": probing("gain count(deck where color == red)"),
    "a public card moved by a hidden one": probing(
        f"if {TOP} and table is not empty, move table[1] to discard"
    ),
    "which public card is moved": probing(
        "move first(table where rank >= top(deck).rank) to discard"
    ),
    "public cards that change places": probing(
        f"if {TOP} and count(table) > 1, exchange table[1] with table[2]"
    ),
    "a public card given back": probing(f"if {TOP} and table is not empty, retire table[1]"),
    "a public row shuffled": probing(f"if {TOP}, shuffle table"),
    "how many cards are drawn": probing("draw min(top(deck).rank, 3)"),
    "how often something is done": probing("repeat default(top(deck).rank, 0) times, gain 1"),
    "how many cards go to a closed chest": probing("move me.hand where color == red to chest"),
    "which deck cards go to a closed chest": probing("move top(deck, 3) where rank > 3 to chest"),
    "a state that everybody sees": probing("set told to default(top(deck).rank, 0)"),
    "a state on a card that nobody sees": probing(
        "for each c in top(deck, 2), set c.marked to c.color == red"
    ),
    "a player put out": probing(
        "for each p in players where strength(p) > 22, eliminate p",
        end="{when: round > 8 or count(players) < 2, rank: [coins]}",
    ),
    "the start player": probing("set start-player to default(leader(players, strength(it)), me)"),
    "coins by what others have thrown": with_dice("gain count(opponents where any(cup, face > 3))"),
    # --- what is said -----------------------------------------------------------------------------
    "a number in the log": probing("note strength(next(me))"),
    "players greeted in a hidden order": probing(
        "for each p in sort(players, strength(it)), greet p"
    ),
    "an event that does not happen": probing(
        "boast", events=f"boast:\n  when: {TOP}\n  text: hooray"
    ),
    # --- what is asked ----------------------------------------------------------------------------
    "who decides": probing(
        "let p = default(leader(players, strength(it)), me)\n"
        "choose c from table by p\nmove c to discard"
    ),
    "who puts in order": probing(
        "let p = default(leader(players, strength(it)), me)\n"
        "order cs from table by p\nmove cs to discard"
    ),
    "what can be chosen": probing(
        "choose c from table where rank > top(deck).rank\nmark c",
        events="mark (card c):\n  do: set c.marked to true",
    ),
    "what another can choose": probing(
        "choose c from table where rank > top(deck).rank by next(me)\nmove c to discard"
    ),
    "what can be chosen together": probing(
        "choose up to 2 cs from table so that sum(cs, rank) < strength(next(me))\n"
        "move cs to discard"
    ),
    "a range to choose from": probing("choose n from 1..top(deck).rank\ngain n"),
    "the order of what can be chosen": probing(
        "choose c from sort(table, 0 - rank if top(deck).color == red else rank)\nmove c to discard"
    ),
    "a list made of hidden cards": probing(
        "choose k from distinct(each(next(me).hand, color))\nif k == red, gain 1"
    ),
    "whether `may` is asked": probing(f"if {TOP}:\n  may, gain 1"),
    "whether `may` can be paid": probing(f"may require {TOP}, gain 1"),
    "whether another is asked": probing(f"if {TOP}:\n  may by next(me), gain 1 by next(me)"),
    "which alternatives there are": probing(
        f"choose one:\n  gain 1\n  gain 2\n  gain 3 when {TOP}"
    ),
    # --- what chance decides ----------------------------------------------------------------------
    "the range of a die": probing(
        "choose n from 1..strength(next(me)) by chance\nif n is not none, set told to n"
    ),
    "how often dice are thrown": probing(
        "repeat default(top(deck).rank, 0) times:\n"
        "  choose n from 1..6 by chance\n  if n is not none, set told to n"
    ),
    "a public card drawn by chance": probing(
        "choose c from table where rank <= top(deck).rank by chance\nmove c to discard"
    ),
    # --- how a match goes -------------------------------------------------------------------------
    "the order of turns": {
        "phases": '- {id: act, turns: "sort(players, strength(it))"}',
    },
    "whose turns there are": {
        "phases": "- {id: act, turns: players where has-red(it)}\n"
        '- {id: rest, do: "set told to 0"}',
    },
    "a phase as long as a hidden card holds": {
        "phases": "- {id: act, turns: players}\n"
        f"- id: more\n  while: {TOP}\n  do: move top(deck) to chest; gain 1 by start-player",
    },
    "a phase for each of hidden things": {
        "phases": "- {id: act, turns: players}\n- id: count\n"
        "  for: k in distinct(each(top(deck, 2), color))\n  do: gain 1 by start-player",
    },
    "an end by hidden hands": {
        "end": '{when: "round > 8 or any(players, strength(it) > 24)", rank: [coins]}'
    },
    "a rank by hidden hands": {
        "end": "{when: round > 2, rank: [strength(it)]}",
    },
    "winners by hidden hands": {"end": "{when: round > 2, winners: players where has-red(it)}"},
    "always something by hidden hands": {
        "always": '- when: "any(players, strength(it) > 24)"\n'
        '  do: "for each p in players where strength(p) > 24, move first(p.hand) to chest"',
    },
    # --- rules of hidden cards --------------------------------------------------------------------
    "a modifier from a hidden hand, read by a condition": with_card(
        "modifiers: [{value: price, to: result + 1}]",
        actions="shop:\n  in: act\n  when: me.coins >= 4 + price(me)\n  do: gain 1",
    ),
    "a modifier from a hidden hand, read by a cost": with_card(
        "modifiers: [{value: price, to: result + 4}]",
        events="pay (int n):\n  when: me.coins >= n\n  do: subtract n from me.coins",
        actions="shop:\n  in: act\n  cost: pay price(me)\n  do: draw 1",
    ),
    "a modifier from a hidden hand, read by what is done": with_card(
        "modifiers: [{value: price, to: result + 4}]",
        actions="shop:\n  in: act\n  do: gain price(me)",
    ),
    "a hidden card that forbids": with_card("forbids: [gain]"),
    "a hidden card that forbids a thing said": with_card(
        "forbids: [greet]", actions="meet:\n  in: act\n  choose: {p: opponents}\n  do: greet p"
    ),
    "a trigger of a hidden card": with_card("triggers:\n- after: gain\n  do: add 1 to told"),
    "a hidden card that gains for its holder": with_card(
        "triggers:\n- after: lay-down\n  do: add 1 to me.coins",
        events="lay-down:\n  text: laid",
        actions="call:\n  in: act\n  do: lay-down",
    ),
    "the order of triggers of hidden cards": with_card(
        "triggers:\n- after: gain\n  do: set told to self.rank"
    ),
    "a replacement of a hidden card": with_card(
        "replacements:\n- instead: note\n  do: add 1 to told",
        actions="say:\n  in: act\n  do: note 1",
    ),
    # --- offers -----------------------------------------------------------------------------------
    "a condition on the deck": {"actions": f"probe:\n  in: act\n  when: {TOP}\n  do: gain 1"},
    "a parameter by the hands of others": {
        "actions": "probe:\n  in: act\n  choose: {p: opponents where has-red(it)}\n  do: gain 1"
    },
    "a cost by the deck": {"actions": f"probe:\n  in: act\n  cost: require {TOP}\n  do: gain 1"},
    "the number of choices by the deck": {
        "actions": "probe:\n  in: act\n  choose:\n"
        "    cs: up to (default(top(deck).rank, 0)) table\n  do: gain count(cs)"
    },
    # --- piles ------------------------------------------------------------------------------------
    "a shuffled pile put under the deck with its top seen": probing(
        "if count(heap) > 1:\n  shuffle heap\n  move heap to bottom of deck\n"
        "else:\n  move top(table) to heap",
        zones="heap: {of: card, order: stack, seen-by: {cards: nobody, top: everyone}, text: heap}",
    ),
}
"""Fragments that leak, by what they tell."""

TWINS: dict[str, dict[str, str]] = {
    "coins by the top of the deck, shown first": probing(f"reveal top(deck)\nif {TOP}, gain 1"),
    "a public card moved by one that was shown": probing(
        "reveal top(deck)\nmove first(table where rank >= top(deck).rank) to discard"
    ),
    "hands that are shown before they are compared": probing(
        "reveal player.hand\nset start-player to default(leader(players, strength(it)), me)"
    ),
    "a card that comes to the table and counts there": probing(
        "let c = top(deck)\nmove c to table\nif c.color == red, gain 1"
    ),
    "a red card of one's own": {
        "actions": "probe:\n  in: act\n  choose: {c: me.hand where color == red}\n"
        "  do: move c to discard"
    },
    "another who may lay a red card": probing(
        "let q = next(me)\nmay by q choose c from q.hand where color == red:\n  move c to discard"
    ),
    "another who must lay a red card": probing(
        "choose c from next(me).hand where color == red by next(me)\nmove c to discard"
    ),
    "turns in which one must follow": {
        "phases": "- {id: act, turns: players}\n"
        "- id: follow\n  turns: players where hand is not empty\n  offer: [follow]",
        "actions": "follow:\n  choose: {c: me.hand where color == last(table).color}\n"
        "  do: move c to table\n  when: table is not empty",
    },
    "a hidden card that its holder may use": with_card(
        "triggers:\n- after: gain\n  optional: true\n  do: reveal self; add 1 to told",
    ),
    "a range by what everybody counts": probing(
        "choose n from 1..count(deck) by chance\nif n is not none, set told to n"
    ),
    "players in the order of their coins": probing(
        "for each p in sort(players, 0 - coins), greet p"
    ),
    "the number of cards in hands": probing("note count(next(me).hand)"),
    "an end by what was laid": {
        "end": '{when: "round > 8 or count(table where color == red) > 5", rank: [coins]}'
    },
    "hands that count at the end when they are shown": {
        "phases": "- {id: act, turns: players}\n"
        "- id: count\n  do: |\n    if round > 2:\n      reveal player.hand\n      end game",
        "end": "{rank: [strength(it)]}",
    },
    "dice that count when they are shown": with_dice(
        "reveal player.cup\ngain count(opponents where any(cup, face > 3))"
    ),
    "a modifier from where everybody sees": {
        "cards": "- id: charm\n  kind: card\n  rank: 9\n  color: red\n  modifiers:\n"
        "  - {value: price, to: result + 1, active-in: [table]}",
        "actions": "shop:\n  in: act\n  when: me.coins >= price(me)\n  do: gain 1",
    },
}
"""Fragments like those, but for what is shown first or read by its owner alone."""

ALL_LEAKS, ALL_TWINS = LEAKS | TELLING, TWINS | SILENT
CASES = (*ALL_LEAKS, *ALL_TWINS)
PAIRS = 400
"""Pairs of worlds in which a leak must show at least once, and a twin never."""

LINT = ("hidden-rule", "shuffled-in-sight")
"""What lint says of leaks."""


@cache
def loaded(name: str) -> Loaded:
    """Return a game with what was found in it."""
    text = text_of((ALL_LEAKS | ALL_TWINS)[name])
    return load_sources([Source("parlour/game.yaml", text)], "parlour", prelude_in(PRELUDE))


def measures() -> Iterator[Measure]:
    """Yield the measure."""
    name = "planted-packages"
    yield Measure(name=name, game="", count=len(CASES), cost=0.5, run=each(name, _check))


def _check(chance: Random, number: int, part: Part) -> None:
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
    if name in TELLING:
        return _told(package, chance, part)
    told = [each for each in lint(package.game, package.used) if each.name in LINT]
    if told:
        return f"lint: {told[0].name}"
    return _told(package, chance, part)


def _told(package: Loaded, chance: Random, part: Part) -> str:
    """Return what pairs of worlds find, or nothing."""
    assert package.game is not None
    game = Game(package.game, settle_options(package.game, {}))
    for pair in range(PAIRS):
        try:
            play_pair(game, 2 + pair % 2, chance, part.tally)
        except Leak as leak:
            return f"two worlds: {leak}"
    return ""
