"""Seeded mistakes of authors: where it is said, whether the first message names the cause, and
whether the advice is right."""

from __future__ import annotations

from tests.diagnostics.fixtures import load_texts
from tests.diagnostics.seeded import base, mistakes

WANTED = 200
CAUSES, ADVICES, PLACES = 198, 183, 200


def test_the_package_itself_is_right():
    assert load_texts({"game.yaml": base()}).diagnostics == ()


def test_what_is_said_first_of_a_mistake():
    first = {mistake: mistake.first() for mistake in mistakes()}
    vague = [m for m, found in first.items() if found.name != m.name]
    astray = [m for m, found in first.items() if m.advice not in found.helps]
    displaced = [m for m, found in first.items() if found.span.text != m.at]

    assert len(first) == WANTED
    assert len(vague) <= WANTED - CAUSES, vague
    assert len(astray) <= WANTED - ADVICES, astray
    assert len(displaced) <= WANTED - PLACES, displaced
