"""Check the texts of findings: slots, lists, plural, and that all languages have the same ones."""

from __future__ import annotations

import pickle
import re
from collections.abc import Mapping

import pytest

from dsl.diagnostics import wording
from dsl.diagnostics.diagnostic import Diagnostic, Instead, Label, Report, finding
from dsl.diagnostics.wording import ROOMS, Said, texts_in
from dsl.languages import OWN
from dsl.records import Source, Span

SLOT = re.compile(r"\{([^{}|]+)\}")
EN = {
    "odd.counted": "{n} {card goes|cards go} to `{zone}`[, not to {others:`or}]",
    "odd.kind": "a {kind}",
    "odd.all": "{kinds:`and} {is|are} known: {kinds} `f({kinds:,})`",
    "odd.held.message": "`{name}` is {{odd}}, since {reason}",
    "odd.held.help": "write `{name}`",
    "odd.reason": "it has {n}",
}
JA = {
    "odd.counted": "カード{n}枚が `{zone}` へ行きます[({others:`or}ではありません)]",
    "odd.kind": "{kind}",
    "odd.all": "{kinds:`and}は既知です: {kinds} `f({kinds:,})`",
    "odd.held.message": "`{name}` は{{変}}です: {reason}",
    "odd.held.help": "`{name}` と書いてください",
    "odd.reason": "{n}あります",
}
SPAN = Span(Source("game.yaml", "odd\n"), 0, 3)


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch):
    """Have a few texts in the catalogue beside the real ones."""
    real: dict[str, Mapping[str, str]] = {each: wording.texts(each) for each in OWN}
    own = {"en": EN, "ja": JA}
    monkeypatch.setattr(wording, "texts", lambda language: {**real[language], **own[language]})


@pytest.mark.usefixtures("catalogue")
class TestSaid:
    def test_words_agree_with_the_number(self):
        assert Said("odd.counted", n=1, zone="hand", others=()) == "1 card goes to `hand`"
        many = Said("odd.counted", n=3, zone="hand", others=("pile", "deck", "row"))

        assert many == "3 cards go to `hand`, not to `pile`, `deck` or `row`"
        assert many.in_language("ja") == (
            "カード3枚が `hand` へ行きます(`pile`か`deck`か`row`ではありません)"
        )

    def test_an_article_follows_the_sound(self):
        assert [Said("odd.kind", kind=kind) for kind in ("card", "event")] == ["a card", "an event"]

    def test_a_list_is_joined_by_the_language(self):
        one, two = Said("odd.all", kinds=("a",)), Said("odd.all", kinds=["a", "b"])

        assert one == "`a` is known: a `f(a)`"
        assert two == "`a` and `b` are known: a, b `f(a, b)`"
        assert two.in_language("ja") == "`a`と`b`は既知です: a、b `f(a, b)`"

    def test_a_text_in_a_slot_is_in_the_same_language(self):
        found = finding("odd.held", SPAN, name="x", reason=Said("odd.reason", n=2))

        assert found.message == "`x` is {odd}, since it has 2"
        assert found.in_language("ja").message == "`x` は{変}です: 2あります"
        assert found.helps == ("write `x`",)
        assert found.in_language("ja").helps == ("`x` と書いてください",)

    def test_a_finding_survives_pickling(self):
        report = Report()
        label = Label(SPAN, Said("odd.reason", n=1))
        report.add("odd.held", SPAN, Instead.of("y", "z"), labels=(label,), name="x", reason="so")
        (found,) = pickle.loads(pickle.dumps(report.diagnostics))

        assert (found.message, found.helps) == (
            "`x` is {odd}, since so",
            ("write `x`", "write `y`"),
        )
        assert found.in_language("ja").message == "`x` は{変}です: so"
        assert found.in_language("ja").labels[0].text == "1あります"
        assert found.fix is not None and found.fix.text == "y"
        assert found.in_language("ja").fix.text == "y"

    def test_a_finding_is_shown_in_a_language(self):
        odd = finding("odd.held", SPAN, name="x", reason="r")
        found = Diagnostic("unknown-zone", odd.message, SPAN, odd.helps)

        assert found.rendered().startswith("error[unknown-zone NAM107]: `x` is {odd}")
        assert found.rendered("ja").startswith("エラー[unknown-zone NAM107]: `x` は{変}です")
        assert " = ヒント: `x` と書いてください" in found.rendered("ja")


def test_no_key_stands_in_two_rooms():
    keys = [key for room in ROOMS for key in texts_in(room, OWN[0])]

    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize(
    "room", ROOMS, ids=lambda room: f"{room.parent.parent.name}-{room.parent.name}"
)
def test_all_languages_fill_the_same_slots(room):
    english = texts_in(room, OWN[0])
    for language in OWN[1:]:
        others = texts_in(room, language)

        assert sorted(others) == sorted(english)
        different = [key for key, text in english.items() if _slots(text) != _slots(others[key])]
        assert different == []


def _slots(text: str) -> set[str]:
    plain = text.replace("{{", "").replace("}}", "")
    return {found.partition(":")[0] for found in SLOT.findall(plain)}
