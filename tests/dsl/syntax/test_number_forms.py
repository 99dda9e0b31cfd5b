"""Numbers in forms of other languages: the advice is what was meant, or that it is not whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.syntax.scan import number_at
from tests.diagnostics.fixtures import load_texts
from tests.diagnostics.seeded import base

MEANT = {
    "1e3": 1000, "2E2": 200, "1.5e1": 15, "0x10": 16, "0b11": 3, "0o17": 15, "1_000": 1000,
    "1,000": 1000, "12,345,678": 12345678, "1'000": 1000, "1 000": 1000, "5.": 5, "५": 5, "٤٢": 42,
    "三": 3, "+7": 7, "1e+3": 1000, "010": 10, "007": 7, "00": 0,
}  # fmt: skip
WHOLE = "all numbers are whole: count in smaller units"
BROKEN = ["1e-3", ".5", "1.5", "½", "1/2", "10%", "1.000,5"]
PLACES = [
    ("  rank: 4\n", "  rank: {}\n"),
    ("coins: int = 2", "coins: int = {}"),
    ("add n to me.coins", "add {} to me.coins"),
]


@pytest.mark.parametrize(("was", "now"), PLACES)
@pytest.mark.parametrize("written", [*MEANT, *BROKEN])
def test_the_advice_is_true_wherever_a_number_stands(was, now, written):
    [found] = load_texts({"game.yaml": base().replace(was, now.format(written), 1)}).diagnostics
    assert (found.name, found.span.text) == ("bad-number", written)
    assert found.helps == (f"write `{MEANT[written]}`" if written in MEANT else WHOLE,)


@pytest.mark.parametrize(
    ("place", "written", "help_text"),
    [
        ("  copies: {}\n", "010", "write `10`"), ("  copies: {}\n", "eight", "write `8`"),
        ("  copies: {}\n", "many", "write digits, as in `2`; for a number that depends on options, "
         "write two cards of other ids, each with its `only-if`"),
        ("  copies: {}\n", "Twelve", "write `12`"),
    ],
)  # fmt: skip
def test_a_key_that_takes_a_number_says_how_to_write_it(place, written, help_text):
    text = base().replace("  rank: 4\n", "  rank: 4\n" + place.format(written), 1)
    [found] = load_texts({"game.yaml": text}).diagnostics
    assert (found.name, found.span.text, found.helps) == ("bad-number", written, (help_text,))


@pytest.mark.parametrize("count", ["02", "2-04", "00"])
def test_the_players_are_counted_in_plain_digits(count):
    text = base().replace("  count: 2-3\n", f"  count: {count}\n", 1)
    assert "bad-number" in {each.name for each in load_texts({"game.yaml": text}).diagnostics}


@pytest.mark.parametrize(
    ("written", "said", "help_text"),
    [
        ("1e9999", "`1e9999` is too large", "write one up to 1000000000000"),
        ("1e+99999999999", "`1e+99999999999` is too large", "write one up to 1000000000000"),
        ("7E-99999999999", "`7E-99999999999` is no whole number", WHOLE),
    ],
)
def test_a_power_of_ten_however_large_is_one_number(written, said, help_text):
    text = base().replace("  rank: 4\n", f"  rank: {written}\n", 1)
    [found] = load_texts({"game.yaml": text}).diagnostics
    assert (found.name, found.span.text) == ("bad-number", written)
    assert (found.message, found.helps) == (said, (help_text,))


@pytest.mark.parametrize("written", ["٤" * 5000, "1e" + "9" * 5000])
def test_a_number_of_any_length_is_too_large(written):
    found = number_at(written, 0)
    assert found is not None and (found.key, found.helps) == ("bad-number.too-large", ())


@pytest.mark.parametrize("written", ["0e9999", "0e-9999"])
def test_nothing_times_any_power_is_nothing(written):
    found = number_at(written, 0)
    assert found is not None and found.helps == ("write `0`",)


@given(st.integers(0, 10**11), st.sampled_from(["{:x}", "{:_}", "{:,}", "{}e0", "{}."]))
def test_what_is_advised_is_the_number(value, form):
    written = ("0x" if form == "{:x}" else "") + form.format(value)
    found = number_at(written, 0)
    if found is None:  # below a thousand there is nothing in groups
        assert form in ("{:_}", "{:,}") and value < 1000
    else:
        [advice] = found.helps
        assert int(advice.text) == value


@pytest.mark.parametrize("text", ["3", "f(1,2)", "xs[1]", "1..5", "a.b", "n + 1", "card-1e3", "x1"])
def test_plain_numbers_and_names_are_none(text):
    assert all(number_at(text, at) is None for at in range(len(text)))
