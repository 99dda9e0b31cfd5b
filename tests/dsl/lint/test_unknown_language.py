"""Languages of texts: what is told of symbols, and what is no news to a game of one language."""

from __future__ import annotations

import re
from pathlib import Path

import dsl.lint
from dsl.lint.rules import lint
from dsl.load import load_sources, prelude_in
from dsl.records import Source
from tests.dsl.lint.test_rules import CLEAN, found


def test_a_misspelt_language_of_a_symbol_is_told():
    look = "look: {flavour: {symbols: {sweet: {en: S, %s: 甘}, sour: '~'}}}\n"
    assert found(CLEAN + look % "ja") == ()
    (told,) = found(CLEAN + look % "jaa")
    assert (told.name, told.helps) == ("unknown-language", ("write `ja`",))


def test_texts_of_the_prelude_are_no_news_to_a_game_of_one_language():
    text = re.sub(r", ja: [^}]*}", "}", CLEAN).replace(
        "do: if", "offer: [pass]\n- id: counting\n  do: if"
    )
    text = text.replace("add sum(basket, size) to me.coin", "add 1 to start-player.coin")
    prelude = prelude_in(Path(dsl.lint.__file__).parents[2] / "cards" / "prelude")
    loaded = load_sources((Source("small/game.yaml", text),), "small", prelude)
    assert loaded.game is not None, [each.rendered() for each in loaded.diagnostics]

    names = [each.name for each in lint(loaded.game, loaded.used, loaded.sources)]
    assert "unknown-language" not in names


def test_a_language_that_only_the_title_has_is_told_once_and_at_the_title():
    [told] = found(CLEAN.replace("title: {en: Small, ja: 小}", "title: {en: Small, jq: 小}"))
    assert (told.name, told.span.text) == ("missing-translation", "title")
    assert told.helps == ("write `ja`, in which the texts are",)
