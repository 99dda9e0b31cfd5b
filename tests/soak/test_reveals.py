"""Say when a seat has seen a card: nothing that it saw may be taken for a leak."""

from __future__ import annotations

from cardwright.apps.lab.leaks.worlds import Watch, is_shown, watched, watching
from soak.expectations import SMALL, settings_of


def a_pile_that_is_stirred_twice():
    """Return a match, the card that lay under the top before the pile was shuffled again, and
    whether a seat was shown it meanwhile."""
    match = settings_of(SMALL)[0].start(3, events=True)
    for action in ("show",) * 5 + ("stir",):
        take(match, action)
    card = pile(match)[1]
    watch = Watch(match, [card], 0)
    with watched(match.machine), watching(watch):
        take(match, "stir")
    return match, card, watch.look()


def pile(match):
    families = match.machine.program.families
    keys = [families[family].key.name for family in match.state.zone_families]
    return match.state.zones[keys.index("shown")]


def take(match, action):
    match.apply(match.decision.labels.index(action))
    while match.decision.kind != "action":
        match.apply(0)


def test_a_card_that_lay_on_top_for_a_moment_was_seen():
    match, card, shown = a_pile_that_is_stirred_twice()

    assert pile(match).index(card) > 0
    assert match.state.knows[card] == 0
    assert shown == {card}


def test_the_top_of_a_zone_of_a_team_is_seen_by_its_members():
    match = settings_of("cerebria")[0].start(3, events=True)
    st, families = match.state, match.machine.program.families
    keys = [families[family].key.name for family in st.zone_families]
    tops = [st.zones[zone][0] for zone, name in enumerate(keys) if name == "hidden"]
    seen = [[is_shown(match, top, seat) for top in tops] for seat in range(2)]

    assert sorted(seen) == [[False, True], [True, False]]
