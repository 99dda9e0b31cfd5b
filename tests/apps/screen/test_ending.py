"""The end of a match: by what it was decided, of what the numbers are made, why it came."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from cardwright.apps.screen import Viewer


def ended(game: cardwright.Game, seed: int) -> cardwright.Match:
    """Return a match of chance that is over."""
    match, random = game.start(players=2, seed=seed), Random(seed)
    while not match.over:
        match.apply(random.randrange(match.decision.count))
    return match


def test_a_game_without_ranks_ends_with_what_its_winners_have_most_of() -> None:
    game = cardwright.load("cerebria")
    match = ended(game, 5)
    view = Viewer(game, "en").view(match, 0)
    end = view.end

    points = {p.team: match.value(f"points({p.team.lower()})") for p in view.players}
    for score in end.scores:
        team = view.players[score.seat].team
        assert [(each.label, each.value) for each in score.parts] == [("points", points[team])]
        (terms,) = score.terms
        assert [each.label for each in terms] == ["points on the wheel", "Identity"]
        assert sum(each.value for each in terms) == points[team]
    assert end.text.endswith(f"won, points: {' · '.join(s.parts[0].text for s in end.scores)}")


@pytest.mark.parametrize(
    ("name", "seed", "lang", "reason"),
    [
        ("cerebria", 3, "en", "No common Aspiration is left"),
        ("cerebria", 3, "ja", "共通の志がなくなった"),
        ("res-arcana", 3, "en", "There is a player whose points are 10 or more"),
        ("res-arcana", 3, "ja", "得点が10以上のプレイヤーがいる"),
    ],
)
def test_the_end_says_why_it_came(name: str, seed: int, lang: str, reason: str) -> None:
    game = cardwright.load(name)

    assert Viewer(game, lang).view(ended(game, seed), 0).end.reason == reason
