"""What a game says stands on its site, in both languages."""

from __future__ import annotations

import re

import pytest

from cardwright.api.options import Options
from cardwright.apps.face.words import in_language
from cardwright.apps.text.names import Names

GAMES = ["worldmonger", "cerebria", "equilibrion"]
LANGUAGES = ("en", "ja")


def flat(text):
    """Return a text as a page shows it."""
    return " ".join(text.split())


def shown(page, text):
    """Return whether a page shows a text, whatever tags stand between its words."""
    return flat(text).replace(" ", "") in page.letters


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_a_page_with_all_there_is_of_it(site, pages, game, lang):
    files, (base,) = site(game)
    gallery = pages(game)[f"{lang}/{game}/index.html"]
    cards = [path for path in files if path.startswith(f"{lang}/{game}/cards/")]

    assert len(cards) == len(base.cards)
    for card, path in zip(base.cards, cards, strict=True):
        page = pages(game)[path]
        assert shown(page, card.name(lang)) and shown(gallery, card.name(lang))
        assert all(shown(page, line) for line in card.rules(lang)), card.id
        text = in_language(card.definition.text, lang, card.model.manifest.default_language)
        assert all(shown(page, line) for line in text.splitlines()), card.id
        assert f"{lang}/{game}/faces/{path.rpartition('/')[2][:-5]}.svg" in files


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rulebook_holds_the_whole_game(site, pages, game, lang):
    _, (base,) = site(game)
    page = pages(game)[f"{lang}/{game}/rules.html"]

    for model in base.models:
        names = Names(model, lang)
        phases = model.every_phase
        texts = [names.text(each.text, each.id) for each in phases]
        options = [each for each in model.options.values() if each.id != Options.PLAYER_COUNT]
        expansions = {each.id for each in model.expansions}
        texts += [names.option(each.id) for each in options if each.id not in expansions]
        texts += [names.text(each.text, each.id) for each in model.scenarios.values()]
        for ruling in model.rulings:
            texts += [
                ruling.id,
                in_language(ruling.sentence, lang),
                in_language(ruling.decision, lang),
            ]
        assert [text for text in texts if not shown(page, text)] == []
        actions = [each.id for each in model.actions]
        assert [id_ for id_ in actions if not _has_place(page, "action", id_)] == []
        events = [id_ for id_, each in model.events.items() if not each[0].native]
        assert [id_ for id_ in events if not _has_place(page, "event", id_)] == []


def _has_place(page, sort, id_):
    from cardwright.apps.press.site.shelf import file_name

    place = f"{sort}-{file_name(id_)}"
    return any(each == place or each.startswith(f"{place}--") for each in page.ids)


def test_an_action_is_told_with_its_cost_and_where_it_is_offered(pages):
    """Rulebook of Worldmonger: a share is bought at the price of its civilization."""
    page = pages("worldmonger")["en/worldmonger/rules.html"]

    assert shown(
        page,
        "Buy a share of a civilization Investment Choose a civilization whose play area holds a "
        "stock. Pay the price of that civilization. Put a stock in the play area of that "
        "civilization into your shares.",
    )


def test_an_example_is_a_short_story(pages):
    page = pages("worldmonger")["en/worldmonger/cards/aqueduct.html"]

    for line in (
        "Given Civilizations: Rome Your shares: Stock of Rome",
        "Play area of Rome: this card, Stock of Rome, Villager, Trading Ship (used)",
        "When Choose “Aqueduct” → “Stock of Rome” → “Villager”",
        "Then The price of Rome is 13",
    ):
        assert shown(page, line), line


def test_stories_call_players_by_name(pages):
    page = pages("worldmonger")["ja/worldmonger/cards/aqueduct.html"]

    assert shown(page, "状況 文明：ローマ 自分の持ち株：ローマの株")
    assert shown(page, "行動 「水道橋」→「ローマの株」→「村人」を選ぶ")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_search_finds_cards(site, pages, game):
    _, (base,) = site(game)
    shown_query = re.search(
        r"fields such as ((?:does|kind):[\w-]+)", pages(game)[f"en/{game}/index.html"].text
    )

    assert base.find(shown_query[1]).rows


def test_rulings_stand_on_the_cards_they_speak_of(site, pages):
    """A ruling that calls a card by its name is read on the page of that card too."""
    _, (base,) = site("equilibrion")
    ruling = next(each for m in base.models for each in m.rulings if each.id == "R-EQ-20")
    page = pages("equilibrion")["en/equilibrion/cards/flying-sognae.html"]

    assert "Book of Flying Sognae" in ruling.sentence["en"]
    assert shown(page, ruling.sentence["en"]) and shown(page, ruling.decision["en"])
    assert any(
        link.endswith("rules.html#ruling-r-eq-20") or "r-eq-20" in link for link in page.links
    )


def test_a_drawing_says_what_leads_to_a_card_and_what_it_leads_to(pages):
    page = pages("worldmonger")["en/worldmonger/cards/aqueduct.html"]

    assert shown(page, "offered in Using cards")
    assert shown(page, "named by Rome")
    assert shown(page, "does discard draw")


def test_decks_tell_where_cards_begin_and_what_cards_list(site, pages):
    _, (base,) = site("worldmonger")
    page = pages("worldmonger")["en/worldmonger/decks.html"]
    outside = [card for card in base.cards if card.definition.start is None]
    copies = sum(card.definition.copies for card in outside)

    assert shown(page, f"Begin outside the game {len(outside)} cards, {copies} copies")
    assert shown(page, "Rome: cultures")


def test_kinds_tell_what_their_cards_say(pages):
    page = pages("worldmonger")["en/worldmonger/kinds.html"]

    assert shown(page, "culture")
    assert shown(page, "Actions can be taken only if the civilization of this is the acting")
