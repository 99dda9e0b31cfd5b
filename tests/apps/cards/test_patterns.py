"""Patterns of queries: as Python's own on what both understand, and quick on what is hostile."""

from __future__ import annotations

import random
import re

import pytest

from cardwright.apps.cards.patterns import Pattern, PatternError


def pattern(rng: random.Random, depth: int = 0) -> str:
    """Return a random pattern."""
    choice = rng.randrange(8 if depth < 3 else 3)
    inner = pattern(rng, depth + 1) if choice > 2 else ""
    if choice == 3:
        return f"({inner}|{pattern(rng, depth + 1)})"
    if choice == 4:
        return f"({inner})" + rng.choice(["*", "+", "?", "{1,2}", "{2}", "{1,}"])
    if choice == 5:
        return inner + pattern(rng, depth + 1)
    return {6: f"^{inner}", 7: f"{inner}$"}.get(choice) or rng.choice(
        ["a", "b", ".", "[ab]", "[^a]"]
    )


def test_random_patterns_find_what_python_finds():
    rng = random.Random(18)
    for _ in range(2000):
        text = "".join(rng.choice("abc\n") for _ in range(rng.randrange(8)))
        wanted = pattern(rng)
        expected = any(re.search(wanted, line) for line in text.split("\n"))
        assert Pattern(wanted).is_in(text) == expected, (wanted, text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("(a", "pattern-end"), ("a)", "pattern-letter"), ("*a", "pattern-repeat"),
     ("[a", "pattern-end"), ("a{2", "pattern-repeat"), ("a{3,1}", "pattern-repeat"),
     ("a{9999}", "pattern-large"), ("(a{900}){900}", "pattern-large"), ("\\q", "pattern-letter"),
     ("(?:a)", "pattern-letter"), ("\\", "pattern-end"), ("(" * 60 + ")" * 60, "pattern-letter")],
)  # fmt: skip
def test_what_cannot_be_read(text, reason):
    with pytest.raises(PatternError) as caught:
        Pattern(text)

    assert caught.value.reason == reason


def test_no_pattern_tries_anything_twice():
    assert not Pattern("(a+)+$").is_in("a" * 20_000 + "b")
    assert not Pattern("(.*)*(.*)*(.*)*x").is_in("a" * 20_000)


def test_a_pattern_that_is_too_much_work_gives_up():
    rng = random.Random(1)
    text = "".join(rng.choice("ab") for _ in range(100_000))
    with pytest.raises(PatternError, match="pattern-slow"):
        Pattern("(a|b)*a" + "(a|b)" * 150 + "c").is_in(text)


def test_what_is_left_to_python_finds_what_the_machine_finds():
    rng = random.Random(19)
    pieces = ["a", "ß", "[^a]", "[b-d\\d]", "\\w", "\\W", "\\s", "\\D", ".", "^", "$", "(a|b|)",
              "b?", "x{1,2}", "[\\]^-]", "村", "\\.", "[^\\s]", "(ab|c{2}){2}", "٣"]  # fmt: skip
    quick = 0
    for _ in range(1500):
        wanted = "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 6)))
        texts = ["".join(rng.choice("abcdx村. _^]-\n٣1s") for _ in range(rng.randrange(9)))
                 for _ in range(4)]  # fmt: skip
        tame, machine = Pattern(wanted), Pattern(wanted)
        machine._quick = None
        quick += tame._quick is not None
        for text in texts:
            assert tame.is_in(text) == machine.is_in(text), (wanted, text)
    assert 500 < quick < 1500
