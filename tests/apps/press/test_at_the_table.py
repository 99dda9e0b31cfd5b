"""What people read at the table reads as if somebody had written it, in every game."""

from __future__ import annotations

import pytest

from cardwright.api.loading import all_packages
from tests.apps.press.sentences import LANGS, of_play, raw


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", [package.id for package in all_packages()])
def test_nothing_at_the_table_shows_that_a_program_made_it(name: str, lang: str) -> None:
    said = dict.fromkeys(of_play(name, lang))

    assert [(sort, text) for sort, text in said if raw(text, lang)] == []


@pytest.mark.parametrize(
    ("text", "lang", "wanted"),
    [
        ("play …", "en", "gap"),
        ("claim the monument a monument", "en", ""),
        ("swap the a card", "en", "two articles"),
        ("card card", "en", "twice"),
        ("記念碑記念碑を獲得する", "ja", "twice"),
        ("take an card", "en", "article"),
        ("copper#2", "en", "number sign"),
        ("Play which card?", "en", ""),
    ],
)
def test_what_is_raw_is_known(text: str, lang: str, wanted: str) -> None:
    assert raw(text, lang) == wanted
