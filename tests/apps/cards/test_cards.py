"""`cardwright cards`: the cards of a game as a database."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.api.folders import CACHE_VARIABLE
from cardwright.api.loading import find_package
from cardwright.apps.cards.origins import roads_to_card
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.commands.main import group

ROOT = Path(__file__).resolve().parents[3]
HOMEBREW = ("--path", str(ROOT / "examples" / "homebrew"))


def call(*words: str):
    """Run the command on a game as it lies in the repository."""
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, ["cards", *words])


def ids(*words: str) -> list[str]:
    """Return the ids that words find."""
    return [card["id"] for card in found(*words)["cards"]]


def found(*words: str) -> dict:
    """Return what a program reads."""
    result = call(*words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("kind:culture", "worth>=2", "dividend:true"),
         ["bureaucracy", "law-code", "royal-road", "scripture", "temple", "trading-ship"]),
        (("kind:culture", "worth>3"), ["ironworking"]),
        (("kind:culture", "worth<2", "end-worth!=0"), ["city", "pyramid"]),
        (("kind:文化カード", "worth=4"), ["ironworking"]),
        (("ＷＯＲＴＨ：４",), ["ironworking"]),
        (("id:city",), ["city"]),
        (("star:temple",), []),
        (("cultures:temple",), ["egypt", "greece"]),
        (("issuer:rome",), ["rome-stock"]),
        (("zone:atlas", "star:ピラミッド"), ["egypt"]),
        (("zone:supply",), []),
        (("廃棄",), ["law-code", "sacrifice", "shrine-maiden"]),
        (("廃棄", "村人"), ["law-code"]),
        (("TRASH", "Villager"), ["law-code"]),
        (("都市",), ["city"]),
        (("kind:culture", "trash", "dividend:no"), ["sacrifice", "shrine-maiden"]),
    ],
)  # fmt: skip
def test_filters_and_words(words, expected):
    assert ids("worldmonger", *words) == expected


def test_a_kind_counts_those_that_extend_it():
    assert len(ids("worldmonger", "kind:card")) == 36
    assert len(ids("worldmonger", "kind:stock")) == 15
    assert len(ids("worldmonger", "kind!=card")) == 15


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("elements:fire", "expansion:equilibrion"), ["earth-fire", "fire-air", "water-fire"]),
        (("elements:火", "elements:air"), ["fire-air", "arch-square"]),
        (("element:none",), ["chaos"]),
        (("home:right", "strength>=4"),
         ["sogna-4-air", "sogna-4-earth", "sogna-4-fire", "sogna-4-water"]),
        (("nature:meta", "element:fire"), ["meta-fire"]),
        (("expansion:arch", "kind:city"), ["arch-square"]),
        (("expansion:books", "balance"), ["joyful-equilibrium"]),
    ],
)  # fmt: skip
def test_expansions_sets_and_members(words, expected):
    assert ids("equilibrion", *words) == expected


DRAGONS = ["bone-dragon", "earth-dragon", "fire-dragon", "sea-serpent", "water-dragon",
           "wind-dragon", "prismatic-dragon"]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("subtypes:dragon",), DRAGONS),
        (("subtypes:ドラゴン", "price:gold"), []),
        (("subtypes:dragon", "price:any"), ["wind-dragon"]),
        (("subtypes:dragon", "price!=any", "price>=7"),
         ["earth-dragon", "sea-serpent"]),
        (("kind:artifact", "price=0"), ["magical-shard", "prism", "vial-of-light"]),
        (("kind:artifact", "price:黄金", "price<=1"), ["dragon-egg"]),
        (("ward:yes", "subtypes:creature"), ["guard-dog", "golden-lion"]),
        (("kind:mage", "ward!=none"), ["healer"]),
        (("kind:artifact", "points>1"), []),
    ],
)  # fmt: skip
def test_amounts_effects_and_what_a_card_is(words, expected):
    assert ids("res-arcana", *words) == expected


def test_values_that_a_match_decides_are_named_apart():
    places = found("res-arcana", "kind:place", "points>=2", "side:a")

    assert [card["id"] for card in places["cards"]] == ["coral-castle"]
    assert places["depends"] == [
        "catacombs-of-the-dead", "cursed-forge", "dragons-lair", "sacred-grove", "dragon-aerie",
        "temple-of-the-abyss",
    ]  # fmt: skip
    assert found("res-arcana", "subtypes:dragon", "points>=2")["depends"] == []
    shown = call("res-arcana", "kind:place", "points>=2", "side:a")
    assert "and as the match goes: Catacombs of the Dead, Cursed Forge" in (
        shown.stdout + shown.stderr
    )


def test_amounts_and_effects_as_plain_data():
    card = found("res-arcana", "id:wind-dragon")["cards"][0]

    assert card["attributes"]["price"] == {"calm": 4, "any": 4}
    assert card["attributes"]["toll"] is True
    assert card["attributes"]["ward"] is None
    assert card["rules"]["en"] == [
        "Toll: discard an artifact in your hand.",
        "Tap this: each opponent loses 2 life.",
    ]


def test_an_option_lists_the_game_with_that_expansion_alone():
    assert call("equilibrion", "-o", "books=true", "expansion:arch").exit_code == 2
    assert ids("equilibrion", "-o", "books=true", "id:prophecy") == ["prophecy"]


def test_a_strangers_expansion_is_listed():
    result = call("equilibrion", "kind:lamp", *HOMEBREW)

    assert [line.split()[0] for line in result.stdout.splitlines()[2:5]] == [
        "reading-lamp", "storm-lamp", "watch-lamp",
    ]  # fmt: skip
    assert result.stdout.count("Night Lamps") == 3


@pytest.mark.parametrize(
    ("words", "message", "line", "carets"),
    [
        (("knd:culture",), "no field `knd`; did you mean `kind`?", "knd:culture", "^^^"),
        (("kind:cultur",), "`cultur` is no value of `kind`; did you mean `culture`?",
         "kind:cultur", "     ^^^^^^"),
        (("worth>=2", "dividend:maybe"),
         "`maybe` is no value of `dividend`; possible: true, false",
         "worth>=2 dividend:maybe", "                  ^^^^^"),
        (("worth>two",), "`two` is no value of `worth`; possible: 0, 1, 2", "worth>two",
         "      ^^^"),
        (("dividend>true",),
         "`dividend` has no order, so `>` cannot stand here; use `:` or `!=`",
         "dividend>true", "        ^"),
        (("zone:suply",), "`suply` is no value of `zone`; did you mean `supply`?",
         "zone:suply", "     ^^^^^"),
        (("city", "aquaduct"), "no card says `aquaduct`; did you mean `aqueduct`?",
         "city aquaduct", "     ^^^^^^^^"),
        (("村長",), "no card says `村長`; did you mean `村人`?", "村長", "^^^^"),
    ],
)  # fmt: skip
def test_what_is_unknown_is_shown_with_carets(words, message, line, carets):
    result = call("worldmonger", *words)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"error: {message}\n  |\n1 | {line}\n  | {carets}\n"


def test_nothing_fits():
    result = call("worldmonger", "kind:stock", "worth:3")

    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "no card fits all of these\n"


def test_one_card_in_full():
    result = call("worldmonger", "shrine-maiden")

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Shrine Maiden / 巫女  (shrine-maiden, culture)",
        "  value 2 · end value 1",
        "  copies: 8, begins: outside the game",
        "  “You may trash 1 other culture in play.”",
        "  rules: Use this: you may trash another culture in the play area of the acting "
        "civilization.",
        "  every culture: Actions can be taken only if the civilization of this is the acting "
        "civilization.",
        "  source:",
        "    - community — reports on the sites of Table Games in the World and of the designer: "
        "name and that it trashes cards",
        "    - reconstructed: which and how many; value and end value",
        "  cards/worldmonger/cards/shrine-maiden.yaml:1:1",
        "  positions of examples begin with:",
        "    given: {phase: using, turn: me}",
        "  example: cards/worldmonger/cards/shrine-maiden.yaml:13:3",
        "    - given:",
        "        civs: [yamato]",
        "        acting: yamato",
        "        me.stocks: [yamato-stock]",
        "        yamato.play: [self, yamato-stock, villager]",
        "      steps:",
        "      - options: {me: [none, villager], after: [shrine-maiden]}",
        "      play: [shrine-maiden, villager]",
        "      then:",
        "      - only(trash).definition == villager and count(yamato.play) == 2",
        "      - price(yamato) == 2 + 2",
        "  its actions are offered in: phase using",
        "  named by: card yamato",
        "  moved by: phase building-decks, phase building-supply, action buy, action scripture, "
        "event clean-up, event discard, event draw, event gain, …",
    ]


def test_one_card_in_japanese():
    lines = call("equilibrion", "予言の書", "--lang", "ja").stdout.splitlines()

    assert lines[:3] == [
        "予言の書 / Book of Prophecy  (prophecy, 力の書)",
        "  拡張: 力の書",
        "  枚数: 2、最初の場所: 力の書の山札",
    ]
    assert lines[3].startswith(
        "  ルール: 夢カードを捨てる：夢カードの山札の上(2×開いた予言の書の数)枚の"
    )
    assert "    復元: 8冊のうち予言の書は2冊、ほかは1冊ずつとした。" in lines


def test_a_table_without_a_terminal_is_plain():
    lines = call("dream-tricks", "rank<=3", "color:red").stdout.splitlines()

    assert [line.split() for line in lines if line.strip().startswith("red")] == [
        ["red-2", "red", "2", "dream", "card", "stock", "colour", "red", "·", "strength", "2"],
        ["red-3", "red", "3", "dream", "card", "stock", "colour", "red", "·", "strength", "3"],
    ]
    assert lines[-1] == "cards: 2"
    assert all(line == line.rstrip() for line in lines)


SUMMARY = {
    "id", "name", "kind", "kinds", "expansion", "start", "copies", "attributes", "text", "rules",
    "about", "source", "place", "faces",
}  # fmt: skip


def test_the_object_has_what_programs_read():
    listed = found("equilibrion", "kind:book", "flying")
    one = found("equilibrion", "flying-incubi")

    assert set(listed) == set(one) == {"game", "cards", "card", "depends"}
    assert [set(card) for card in listed["cards"]] == [SUMMARY, SUMMARY]
    assert listed["card"] is None
    card = one["card"]
    assert set(card) == SUMMARY | {"notes", "begins", "examples", "reached"}
    assert (card["expansion"], card["start"], card["copies"]) == ("books", "book-deck", 1)
    assert set(card["rules"]) == set(card["name"]) == {"en", "ja"}
    assert set(card["reached"]) == {"named_by", "moved_by", "offered_in", "listens_to"}
    assert card["examples"][0]["play"] == [
        "flying-incubi", "incubus-3-air", "fire-air", "sogna-4-air",
    ]  # fmt: skip


def test_attributes_for_programs_have_names():
    rome = found("worldmonger", "rome")["card"]["attributes"]
    city = found("equilibrion", "earth-fire")["card"]["attributes"]
    chaos = found("equilibrion", "chaos")["card"]["attributes"]

    assert rome == {
        "stock": "rome-stock", "cultures": {"aqueduct": 1, "trading-ship": 1}, "star": "aqueduct",
    }  # fmt: skip
    assert city == {"elements": ["earth", "fire"]}
    assert chaos == {"nature": "chaos", "element": None, "home": None, "strength": 5}


def test_unknown_games_and_options():
    assert call("worldmongr").exit_code == 2
    assert "worldmonger" in call("worldmongr").stderr
    assert call("equilibrion", "-o", "boks=true").exit_code == 2


def test_a_package_with_errors(tmp_path):
    (tmp_path / "game.yaml").write_text("id: x\nkinds: 3\n")

    result = call(str(tmp_path))

    assert result.exit_code == 1
    assert "error[" in result.stderr


@pytest.fixture(scope="module")
def lamps():
    """Return the game with the lamps in it."""
    import cardwright
    from cardwright.api.loading import find_package

    package = find_package("equilibrion", [ROOT / "examples" / "homebrew"])
    return cardwright.check(package.with_expansions(["night-lamps"])).game


def test_roads_to_a_card(lamps):
    assert roads_to_card(lamps, "storm-lamp").listens_to == ("event:lose-four-dreams",)
    assert roads_to_card(lamps, "watch-lamp").listens_to == ("event:award",)
    assert roads_to_card(lamps, "reading-lamp").listens_to == ("value:hand-size",)
    assert roads_to_card(lamps, "earth-fire").moved_by[:2] == (
        "phase:shuffling",
        "phase:first-cities",
    )


def test_the_card_view_falls_back_to_the_rules_text(lamps):
    from cardwright.apps.cards.card import card_lines

    card = next(each for each in lamps.definitions if each.id == "watch-lamp")

    assert card_lines(lamps, card, "en")[1] == "  After a player claims a City card, pour 1 oil."
    assert card_lines(lamps, card, "ja")[1] == "  都市カードを獲得するたび、油を1注ぐ。"


def test_what_comes_from_where_is_told_part_by_part():
    english, japanese = (
        call("worldmonger", "egypt", "--lang", lang).stdout for lang in ("en", "ja")
    )
    (card,) = found("worldmonger", "id:egypt")["cards"]

    assert "  source:\n    - published — rulebook of the first edition" in english
    assert ": name\n    - reconstructed: deck and star\n" in english
    assert "復元: 山札と星" in japanese
    assert [(part["word"], part["text"]["en"]) for part in card["source"]["parts"]] == [
        ("published", "name"),
        ("reconstructed", "deck and star"),
    ]


def test_a_dream_card_shows_its_fragments_and_its_frame():
    shown = call("dream-tricks", "red-5").stdout, call("dream-tricks", "red-7").stdout

    assert "strength 5 · strength as a nightmare 11 · dream fragments as a nightmare 13" in shown[0]
    assert "strength 7 · dream fragments 2 · strength as a nightmare 12" in shown[1]
    assert "dream fragments as a nightmare 20" in shown[1]


def test_cards_are_listed_by_number() -> None:
    game = str(ROOT / "examples" / "high-card")

    assert ids(game) == [f"card-{rank}" for rank in range(1, 14)]
    assert ids(game, "rank>8") == [f"card-{rank}" for rank in range(9, 14)]


def test_what_waits_for_the_first_reading_is_told_once(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    opened: list[str] = []

    def waiting():
        opened.append("waiting")
        return nullcontext()

    for _ in range(2):
        assert Cardbase(find_package("dream-tricks"), waiting=waiting).index.ids
    assert opened == ["waiting"]
