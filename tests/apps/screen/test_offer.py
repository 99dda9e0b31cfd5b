"""The whole offer of a turn: what each thing on the table can begin, and what stands beside."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cardwright
from cardwright.apps.screen import Viewer

GAME = """
id: choosy
version: "1"
language: 1
title: {en: Choosy}
kinds:
  card: {start: deck, attributes: {size: int}}
cards:
CARDSplayers: {count: 2}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  middle: {of: card, seen-by: everyone}
actions:
  lay: {choose: {c: me.hand}, do: move c to middle, text: {en: "lay {c}"}}
  burn:
    choose: {c: "me.hand where size > 4"}
    do: retire c
    text: {en: "burn {c}"}
  rest: {do: pass, text: {en: "rest"}}
setup: shuffle deck; deal 4
phases:
- {id: playing, turns: players, offer: [lay, burn, rest]}
- {id: closing, do: "if round == 4, end game"}
"""
WAYS = """
id: ways
version: "1"
language: 1
title: {en: Ways}
kinds: {card: {start: middle}}
cards: [{kind: card, id: red}]
players: {count: 2}
zones:
  middle: {of: card, order: row, seen-by: everyone}
  player.hand: {of: card, seen-by: owner}
events:
  keep (card c): {do: move c to me.hand, text: "keep {c}"}
  throw (card c): {do: retire c, text: throw something away}
  found (card c):
    do: |
      choose one:
        keep c
        throw c
    text: "find {c}"
actions: {rest: {do: pass, text: rest}}
phases:
- {id: finding, turns: players, do: "if middle is not empty, found first(middle)"}
end: {when: round > 1, winners: players}
"""
SIDES = """
id: sides
version: "1"
language: 1
title: {en: Sides}
enums: {side: [high, low]}
kinds: {card: {start: middle}}
cards: [{kind: card, id: red, copies: 9}]
players: {count: 2, state: {marked: {is: maybe side}}}
zones:
  middle: {of: card, seen-by: everyone}
  upper: {of: card, seen-by: everyone}
  lower: {of: card, seen-by: everyone}
values:
  place(side s) -> zone of card: upper if s == high else lower
  shorter(side s) -> zone of card: upper if s == high or count(lower) > 9 else lower
actions:
  put: {choose: {s: every side}, do: move first(middle) to place(s), text: "put a card {s}"}
  send:
    do: |
      choose s from every side
      move first(middle) to place(s)
    text: send a card
  hang: {choose: {s: every side}, do: move first(middle) to shorter(s), text: "hang a card {s}"}
  mark: {choose: {s: every side}, do: set me.marked to s, text: "mark {s}"}
phases: [{id: turns, turns: players, offer: [put, send, hang, mark]}]
end: {when: round > 1, winners: players}
"""
CARDS = {f"card-{size}": size for size in range(1, 9)}


def choosy(folder: Path) -> Path:
    """Return the folder of a game in which a card can begin one or two actions."""
    found = folder / "choosy"
    found.mkdir()
    cards = "".join(f"- {{id: {id_}, kind: card, size: {n}}}\n" for id_, n in CARDS.items())
    (found / "game.yaml").write_text(GAME.replace("CARDS", cards), "utf-8")
    return found


def view_of(folder: Path):
    game = cardwright.load(choosy(folder))
    match = game.start(seed=1)
    return match, Viewer(game, "en", is_touched=True).view(match, 0)


def offers(view) -> dict[str, list[str]]:
    """Return the offers of each card of the hand in words, by its name."""
    hand = next(area for area in view.areas if area.key == "~0.hand")
    return {c.id: [o.text for o in view.question.offers.get(c.key, ())] for c in hand.cards}


def test_each_card_tells_what_it_can_begin(tmp_path) -> None:
    match, view = view_of(tmp_path)

    found = offers(view)
    assert found == {
        id_: [f"lay {id_}", f"burn {id_}"] if CARDS[id_] > 4 else [f"lay {id_}"] for id_ in found
    }
    assert len({len(each) for each in found.values()}) == 2
    assert [view.question.options[at].text for at in view.question.beside] == ["rest"]
    assert match.state.ask.kind == "action"  # nothing has happened to the match itself


def test_a_path_leads_where_its_words_say(tmp_path) -> None:
    match, view = view_of(tmp_path)
    by_words = {o.text: o.path for each in view.question.offers.values() for o in each}
    burnt = next(text for text in by_words if text.startswith("burn"))

    for option in by_words[burnt]:
        match.apply(option)

    after = Viewer(cardwright.Game(match.machine.program.game, {}), "en").view(match, 0)
    hand = next(area for area in after.areas if area.key == "~0.hand")
    assert {card.id for card in hand.cards} == {*offers(view)} - {burnt.removeprefix("burn ")}


def test_a_card_with_one_meaning_is_its_answer_and_one_with_two_is_none(tmp_path) -> None:
    view = view_of(tmp_path)[1]
    hand = next(area for area in view.areas if area.key == "~0.hand")

    assert all(bool(card.answer) == (CARDS[card.id] <= 4) for card in hand.cards)
    assert all(card.answer.count(".") == 1 for card in hand.cards if card.answer)


def test_a_card_that_begins_another_action_than_its_neighbours_names_it_first(tmp_path) -> None:
    """Nobody sees which card of a hand is burnt and which is laid: the first action alone, in the
    order of its author, is taken at once."""
    folder = choosy(tmp_path)
    file = folder / "game.yaml"
    text = file.read_text("utf-8").replace("c: me.hand}", 'c: "me.hand where size < 5"}')
    file.write_text(text, "utf-8")
    for seed in range(9):
        view = Viewer(g := cardwright.load(folder), "en", is_touched=True).view(
            g.start(seed=seed), 0
        )
        hand = next(area for area in view.areas if area.key == "~0.hand")
        small = [card for card in hand.cards if CARDS[card.id] < 5]
        assert all(card.options for card in hand.cards)
        assert {card.id for card in hand.cards if card.answer} == {
            card.id for card in (small or hand.cards)
        }


def test_a_way_out_of_several_is_called_by_the_card_that_it_is_about(tmp_path) -> None:
    """And it is touched by that card, besides its button."""
    folder = tmp_path / "ways"
    folder.mkdir()
    (folder / "game.yaml").write_text(WAYS, "utf-8")
    game = cardwright.load(folder)
    match = game.start(2, 1)
    asked = Viewer(game, "en", is_touched=True).view(match, 0).question

    assert [option.text for option in asked.options] == ["keep red", "throw something away"]
    assert [option.touches for option in asked.options] == [("middle.0",), ()]
    assert asked.beside == (0, 1)
    assert [offer.text for offer in asked.offers["middle.0"]] == ["keep red"]


def test_an_answer_is_touched_by_the_zone_to_which_it_leads(tmp_path) -> None:
    """Where the answers alone decide that; the button stays."""
    folder = tmp_path / "sides"
    folder.mkdir()
    (folder / "game.yaml").write_text(SIDES, "utf-8")
    game = cardwright.load(folder)
    for action, keys in (
        ("put", [("upper",), ("lower",)]), ("send", [("upper",), ("lower",)]), ("hang", [(), ()]),
        ("mark", [(), ()]),
    ):  # fmt: skip
        match = game.start(2, 1)
        match.apply(action)
        asked = Viewer(game, "en", is_touched=True).view(match, 0).question
        assert [option.label for option in asked.options] == ["high", "low"], action
        assert [option.touches for option in asked.options] == keys, action
        assert asked.beside == (0, 1)


def test_without_touching_a_question_has_no_offer(tmp_path) -> None:
    game = cardwright.load(choosy(tmp_path))

    assert Viewer(game, "en").view(game.start(seed=1), 0).question.offers == {}


def test_a_card_that_cannot_be_chosen_says_why() -> None:
    """Who holds the suit that was led plays it: of the other cards the page says why not."""
    game, chance = cardwright.load("hearts"), Random(2)
    match, viewer = game.start(4, 1), Viewer(game, "en", is_touched=True)
    for _ in range(40):
        asked = viewer.view(match, match.decision.player).question
        if asked.why:
            break
        match.apply(chance.randrange(len(asked.options)))

    assert asked.why and all(asked.why.values())
    assert not {*asked.why} & {*asked.offers}


UNNAMED = """
id: unnamed
version: "1"
language: 1
title: Unnamed
kinds: {worker: {start: deck, active-in: player.shelf}}
cards:
- kind: worker
  id: worker
  copies: 2
  actions:
  - {in: turns, do: move self to deck}
  - {in: turns, choose: {p: players}, do: add 2 to p.votes}
players: {count: 2, state: {votes: int = 0}}
zones: {deck: {of: worker, seen-by: nobody}, player.shelf: {of: worker, seen-by: everyone}}
setup: "for each p in players, move top(deck, 1) to p.shelf"
actions: {rest: {}}
phases: [{id: turns, turns: players, offer: [rest]}]
end: {when: round > 3, rank: votes}
"""


def test_actions_of_a_card_without_texts_are_told_apart_by_what_they_do(tmp_path) -> None:
    (tmp_path / "game.yaml").write_text(UNNAMED, "utf-8")
    game = cardwright.load(tmp_path)
    options = Viewer(game, "en").view(game.start(seed=1), 0).question.options

    assert [(option.text, option.does) for option in options] == [
        ("rest", ()),
        ("worker: Put this into the deck.", ()),
        ("worker: Choose a player. Add 2 to the votes of that player.", ()),
    ]
