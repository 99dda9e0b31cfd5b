"""What touching a card answers at once: an action and the first of its cards."""

from __future__ import annotations

import re

import pytest

from tests.apps.table.serving.conftest import MARK

GAME = """
id: stairs
version: "1"
language: 1
title: {en: Stairs}
kinds:
  card: {start: deck, attributes: {size: int}}
cards:
- {each: {kind: card}, id: "card-{size}", name: {en: "step {size}"}, size: 1..8}
players: {count: 2}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  heap: {of: card, seen-by: everyone}
actions:
  climb:
    choose:
      cs: {from: any number of me.hand, so-that: "count(cs) == 3 and sum(each(cs, size)) <= 7"}
    do: move cs to heap
    text: {en: "climb {cs}"}
  rest: {do: pass, text: {en: rest}}
setup: deal 4
phases:
- {id: playing, turns: players, offer: [climb, rest]}
- {id: closing, do: "if round == 4, end game"}
"""
CARD = re.compile(r'name="option" value="([\d.]+)"[^>]*aria-label="step (\d)|'
                  r'\[&#34;([\d.]+)&#34;, &#34;climb step (\d)')  # fmt: skip


@pytest.mark.parametrize(("touched", "then"), [("1", "3"), ("2", "4"), ("3", None), ("4", None)])
def test_the_card_that_is_touched_is_the_one_that_is_picked(serve, tmp_path, touched, then):
    """Steps 1 and 2 are in every set: the match takes them by itself."""
    folder = tmp_path / "stairs"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    laid = serve(str(folder)).set_up("stairs", roles="person person")

    for step in filter(None, (touched, then)):
        page = laid.page(0)
        answers = {a[1] or a[3]: a[0] or a[2] for a in CARD.findall(page)}
        laid.post(0, "answer", mark=MARK.search(page)[1], option=answers[step])

    told = re.search(r"data-log.*?</ol>", laid.page(0), re.DOTALL)[0]
    assert re.search(rf"climb step 1, step 2 and step {then or touched}", told), told
