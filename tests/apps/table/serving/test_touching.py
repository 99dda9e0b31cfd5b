"""Touching what lies on the table: picks that can be put back, two answers by one touch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardwright
from tests.apps.screen.test_offer import choosy
from tests.apps.table.serving.conftest import MARK, SMALL
from tests.apps.table.serving.test_tables import decisions


def test_the_cards_of_one_choice_are_picked_in_any_order_and_put_back(serve):
    hearts = str(Path(SMALL).parent / "classics" / "hearts")
    served = serve(hearts)
    laid = served.set_up("hearts", roles="person random random random")
    names = re.compile(r'id="o\d+" name="option" value="(\d+)"[^>]*>\s*(?:<[^>]+>\s*)*([^<]+?)\s*<')

    def pick(name: str) -> None:
        options = {text: int(number) for number, text in names.findall(laid.page(0))}
        laid.answer(0, options[name])

    hand = list(dict(map(reversed, names.findall(laid.page(0)))))
    for card in (hand[-1], hand[2]):
        pick(card)
    laid.post(0, "undo", mark="")
    assert decisions(served, laid) == ()
    for card in (hand[3], hand[0]):
        pick(card)
    assert decisions(served, laid) == ()  # nobody has said that these are the three
    laid.answer(0)

    match = cardwright.load(hearts).start(4, 5)
    passed = []
    for answer in decisions(served, laid)[:3]:
        passed += [match.decision.texts("en")[answer]]
        match.apply(answer)
    assert passed == [hand[0], hand[3], hand[-1]]


PICKED = re.compile(
    r'class="pick" name="pick" value="(\d+)" data-pick="[^"]*" aria-label="([^"]+)"'
)


def test_any_pick_is_put_back_and_all_of_them(serve):
    hearts = str(Path(SMALL).parent / "classics" / "hearts")
    laid = serve(hearts).set_up("hearts", roles="person random random random")
    for _ in range(3):
        laid.answer(0)
    first, _, third = (name for _, name in PICKED.findall(laid.page(0)))
    assert "3 of 3" in laid.page(0) and "Confirm" in laid.page(0)

    laid.post(0, "put-back", mark=MARK.search(laid.page(0))[1], pick="1")
    assert [name for _, name in PICKED.findall(laid.page(0))] == [first, third]

    laid.post(0, "put-back", mark=MARK.search(laid.page(0))[1], pick="all")
    assert PICKED.findall(laid.page(0)) == []
    laid.post(0, "put-back", 409, mark=MARK.search(laid.page(0))[1], pick="0")


def test_a_card_that_can_begin_an_action_takes_both_answers(serve, tmp_path):
    served = serve(str(choosy(tmp_path)))
    laid = served.set_up("choosy")
    page = laid.page(0)
    paths = re.findall(r'class="face can" form="answer" name="option" value="(\d\.\d)"', page)

    laid.post(0, "answer", mark=MARK.search(page)[1], option=paths[-1])

    assert decisions(served, laid) == tuple(map(int, paths[-1].split(".")))
    assert MARK.search(laid.page(1))


@pytest.mark.parametrize("option", ["0.99", "99.0", "0.0.0", "0.", "x"])
def test_a_path_that_leads_nowhere_is_refused(serve, tmp_path, option):
    served = serve(str(choosy(tmp_path)))
    laid = served.set_up("choosy")

    expected = 409 if re.fullmatch(r"\d+(\.\d+)+", option) else 400
    laid.post(0, "answer", expected, mark=MARK.search(laid.page(0))[1], option=option)
    assert decisions(served, laid) == ()


def test_a_range_of_numbers_has_a_stepper_and_its_buttons_without_a_script(serve):
    auction = str(Path(SMALL).parent / "recipes" / "auction")
    laid = serve(auction).set_up("auction", roles="person person person")
    while 'data-ask="action"' in laid.page(0):
        laid.answer(0, 0)
    page = laid.page(0)
    numbers = re.findall(r'class="button number">(\d+)', page)
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    stepper = re.search(r'data-numbers="([\d ]+)" hidden', page)
    assert stepper is not None and len(stepper[1].split()) == len(numbers)
    assert re.search(rf'type="range" id="number" min="0" max="{len(numbers) - 1}"', page)
