"""Python that is translated for a page: it does there what it does here, or is refused."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from cardwright.apps.cards.web import RUNTIME, Translation, Untranslated
from dsl import Record
from tests.apps.cards.test_web_search import needs_node

WORDS = re.compile(r"[\s,]+")


class Pair(Record):
    one: int
    other: str = "none"

    @property
    def doubled(self):
        return self.one * 2

    @staticmethod
    def of(text, number=1):
        return Pair(number, text)


class Refused(ValueError):
    def __init__(self, key, **slots):
        super().__init__(key)
        self.key, self.slots = key, slots


def lists():
    found = [3, 1]
    same = found
    found += [2, *range(5, 0, -2)]
    del found[:1]
    first, *rest = sorted(found, reverse=True)
    return [same, first, rest, found[-1], found[1:3], [None] * 2, 1 < first <= 5]


def letters():
    text = "a𠮷b,c 𠮷"
    return [len(text), text[1], text[2:4], text.find("b"), text.rindex("𠮷"), "a" in text, "-" * 3,
            WORDS.split(text), text.partition(","), [*enumerate(text, start=1)], f"{7:>3}|{None}",
            sorted(["𠮷", "\uff21", "b"]), "Ab".lower().isalnum(), "none"[0]]  # fmt: skip


def choices():
    empty, full = [], {"a": [1], "b": ()}
    return [empty or "none", empty and 1, full.get("c", 2), full["a"] and "yes", not empty,
            next((k for k, v in full.items() if not v), ""), [*dict.fromkeys("aab")],
            (at := 3) + at, len({1, 2} - {2}), any(v for v in full.values())]  # fmt: skip


def _halves(number):
    while number > 1:
        number //= 2
        yield number
    yield from (0,) if number else ()


def _sort(thing):
    match thing:
        case Pair(one, other):
            return [one, other]
        case Refused():
            return thing.key
    return isinstance(thing, str | int)


def objects():
    pair = Pair.of("x", number=4)
    try:
        raise Refused("far", at=3, to="there")
    except (LookupError, Refused) as error:
        caught = [error.key, [*error.slots.items()]]
    twice = [(lambda each: each * 2)(each) for each in (1, 2)]
    return [pair.one, pair.doubled, Pair(1).other, caught, [*_halves(9)], _sort(pair),
            _sort(Refused("a")), _sort("b"), _sort(None), twice, (1, "a") < (1, "b")]  # fmt: skip


def opened():
    with open("x") as file:
        return file.read()


def hashed():
    return hash("x")


def spread():
    return Refused("far", **{"at": 3})


def stepped():
    return [1, 2, 3][::2]


@needs_node
@pytest.mark.parametrize("function", [lists, letters, choices, objects])
def test_a_page_does_what_python_does(function):
    page = Translation({})
    name = page.name_of(function, function.__name__)
    letters = "const $LETTERS = {word: [97, 26], digit: [48, 10]};\n"
    script = f"{letters}{RUNTIME}{''.join(page.pieces)}console.log(JSON.stringify({name}()));"

    done = subprocess.run(["node", "-e", script], capture_output=True, check=True, text=True)

    assert json.loads(done.stdout) == json.loads(json.dumps(function()))


@pytest.mark.parametrize("function", [opened, hashed, spread, stepped])
def test_what_is_not_understood_is_refused(function):
    with pytest.raises(Untranslated):
        Translation({}).name_of(function, function.__name__)
