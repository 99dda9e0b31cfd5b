"""The page that sets a table: what it takes, and how it comes back where it does not."""

from __future__ import annotations

import re
from html import unescape

import pytest


@pytest.mark.parametrize(
    "wrong",
    [{"players": "9"}, {"players": "x"}, {"players": ""}, {"role-0": "somebody"},
     {"scenario": "none-such"}],
)  # fmt: skip
def test_a_form_that_is_none_of_the_page_is_refused_in_words(served, wrong):
    form = {"players": "2", "role-0": "person", "role-1": "person", **wrong}

    answer = served.client.post("/new/high-card", data=form)

    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert served.site.tables.store.tables() == 0


FILLED = {
    "players": "3", "role-0": "shared", "role-1": "greedy", "role-2": "random",
    "name-0": 'Ada "A" <b>', "name-1": "Cy", "name-2": "Moe", "seed": "12",
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "said", "reason"),
    [
        ("name-0", "a" * 41, "at most 40 characters; this one has 41"),
        ("name-1", "a\nb", "characters that can be shown"),
        ("name-2", "Cy", "Seat 2 has this name too"),
        ("seed", "-1", "from 0 to 18446744073709551615"),
        ("seed", "1e3", "from 0 to 18446744073709551615"),
        ("seed", "18446744073709551616", "from 0 to 18446744073709551615"),
    ],
)
def test_a_form_that_cannot_be_comes_back_filled_in_with_the_reason_at_the_field(
    served, field, said, reason
):
    form = {**FILLED, field: said}

    answer = served.client.post("/new/high-card", data=form)

    assert answer.status_code == 400
    assert served.site.tables.store.tables() == 0
    page = answer.text
    why = re.search(rf'id="why-{field}">([^<]*)<', page)
    assert why is not None and reason in why[1]
    assert re.findall(r'aria-describedby="why-([\w-]+)"', page) == [field]
    inputs = dict(re.findall(r'<input[^>]* name="([\w-]+)"[^>]* value="([^"]*)"', page))
    assert {name: unescape(inputs[name]) for name in form if not name.startswith("role")} == {
        name: text for name, text in form.items() if not name.startswith("role")
    }
    assert re.findall(r'value="(\w+)" selected', page) == ["shared", "greedy", "random"]


def test_every_field_that_cannot_be_is_told_at_once(served):
    form = {**FILLED, "name-0": "Moe", "name-1": "x" * 50, "seed": "no"}

    page = served.client.post("/new/high-card?lang=ja", data=form).text

    assert re.findall(r'id="why-([\w-]+)"', page) == ["name-1", "name-2", "seed"]
    assert "席1と同じ名前" in page and "40文字まで" in page


@pytest.mark.parametrize(
    ("said", "seed"),
    [
        ("18446744073709551615", 18446744073709551615), (" 7 ", 7), ("７", 7), ("０", 0),
        ("　１２　", 12), ("18 446 744", 18446744), ("0007", 7),
    ],
)  # fmt: skip
def test_every_seed_there_is_can_be_said_in_the_form(served, said, seed):
    page = served.client.get("/new/high-card").text
    length = int(re.search(r'name="seed"[^>]*maxlength="(\d+)"', page)[1])
    assert len(said) <= length

    answer = served.client.post(
        "/new/high-card", data={**FILLED, "seed": said}, follow_redirects=False
    )

    assert answer.status_code == 303
    assert served.site.tables.store.match(1).seed == seed


def test_a_seat_without_a_name_takes_one_that_nobody_has(served):
    served.set_up(**{"name-0": "Ada", "name-1": ""})
    served.set_up(**{"name-0": "", "name-1": "Ada"})

    seats = [served.site.tables.store.table(number)[1]["seats"] for number in (1, 2)]
    assert [[seat["name"] for seat in each] for each in seats] == [["Ada", "Bo"], ["Bo", "Ada"]]


def test_an_option_that_cannot_be_is_refused_in_the_readers_language(serve):
    served = serve("dream-tricks")
    form = {"players": "2", "option-deals": "99"}

    answer = served.client.post("/new/dream-tricks?lang=ja", data=form)

    assert answer.status_code == 400
    assert "「99」はオプション「deals」" in answer.text
