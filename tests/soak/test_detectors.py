"""Break what the long proofs watch: every break must be found."""

from __future__ import annotations

import json
import os
import time
from random import Random

import pytest

from soak import __main__ as command
from soak import copies, registry, worlds
from soak.course import any_option, look_at_end, play
from soak.expectations import CLASSICS, SETTINGS, settings_of
from soak.invariants import Steady, check_position
from soak.ledger import Ledger
from soak.matches import measures, way_of
from soak.measure import MOST_FILES, Broken, Files, Job, Measure, Part, counted, each
from soak.outcomes import table
from soak.run import replay, scale_within, seconds_of, works

ROWS, HANDS = settings_of("equilibrion")[0], settings_of("dream-tricks")[2]


def begun(setting, decisions=12):
    match = setting.start(3)
    play(match, any_option, Random(1), most=decisions)
    return match


def a_zone(match, name):
    families = match.machine.program.families
    return next(
        zone
        for zone, family in enumerate(match.state.zone_families)
        if families[family].key.name == name and match.state.zones[zone]
    )


def in_two_zones(match):
    st = match.state
    st.zones[a_zone(match, "dreams")].append(st.zones[a_zone(match, "hand")][0])


def in_no_zone(match):
    match.state.zones[a_zone(match, "dreams")].pop()


def nowhere(match):
    card = match.state.zones[a_zone(match, "dreams")].pop()
    match.state.places[card] = -1


def too_full(match):
    left = a_zone(match, "left")
    for card in list(match.state.zones[a_zone(match, "dreams")][:4]):
        match.state.zones[match.state.places[card]].remove(card)
        match.state.zones[left].append(card)
        match.state.places[card] = left
    match.state.zones[left].sort()


def telling_order(match):
    match.state.zones[a_zone(match, "hand")].reverse()


def wrong_kind(match):
    st = match.state
    city = st.zones[a_zone(match, "cities")].pop()
    st.zones[a_zone(match, "dreams")].append(city)
    st.places[city] = a_zone(match, "dreams")


def wrong_type(match):
    match.state.values[match.machine.program.layout.seat_base + 2] = 7


def half_done(match):
    while match.state.ask.kind != "action":
        match.apply(0)
    match.state.queue = ((0,),)


@pytest.mark.parametrize(
    "damage",
    [
        in_two_zones, in_no_zone, nowhere, too_full, telling_order, wrong_kind, wrong_type,
        half_done,
    ],
)  # fmt: skip
def test_a_broken_position_is_found(damage):
    match = begun(ROWS)
    check_position(match.machine, match.state)

    damage(match)

    with pytest.raises(Broken):
        check_position(match.machine, match.state)


@pytest.mark.parametrize("damage", [in_two_zones, in_no_zone, nowhere, too_full, telling_order])
def test_a_position_broken_on_the_way_is_found_by_what_has_changed(damage):
    match = begun(ROWS)
    steady = Steady(match.machine)
    steady.at_decision(match)
    play(match, any_option, Random(1), [steady], most=6)

    damage(match)

    with pytest.raises(Broken):
        steady.at_decision(match)


@pytest.mark.parametrize("damage", [wrong_kind, wrong_type, half_done])
def test_a_card_or_value_broken_on_the_way_is_found(damage):
    match = begun(ROWS)
    steady = Steady(match.machine)
    steady.at_decision(match)

    damage(match)

    with pytest.raises(Broken):
        steady.at_decision(match)


def test_every_value_of_a_mix_of_options_is_played():
    for setting in SETTINGS:
        for id_, values in setting.mix:
            assert {dict(each.options)[id_] for each in setting.variants} == set(values)


@pytest.mark.parametrize("field", ["frames", "pending", "queue"])
def test_what_is_pending_at_the_end_is_found(field):
    match = HANDS.start(1)
    play(match, any_option, Random(1))
    setattr(match.state, field, [(0, 0, 0)])

    with pytest.raises(Broken, match="pending"):
        look_at_end(match)


class Meddler:
    """Changes something behind the books at one decision."""

    def __init__(self, meddle):
        self.meddle, self.left = meddle, 6

    def at_decision(self, match):
        self.left -= 1
        if not self.left:
            self.meddle(match)

    def at_end(self, match):
        pass


def more_fragments(match):
    match.state.values[match.machine.program.layout.seat_base + 3] += 1


def other_hand(match):
    st = match.state
    one, other = [zone for zone, cards in enumerate(st.zones) if cards][:2]
    card = st.zones[one].pop()
    st.zones[other].append(card)
    st.places[card] = other


@pytest.mark.parametrize("meddle", [more_fragments, other_hand])
def test_what_the_books_do_not_know_is_found(meddle):
    ledger = Ledger(HANDS)
    play(ledger.start(4), any_option, Random(2), [ledger])

    with pytest.raises(Broken, match=r"books|log"):
        play(ledger.start(4), any_option, Random(2), [Meddler(meddle), ledger])


def test_a_copy_that_differs_is_found(monkeypatch):
    plain = copies.Match.clone

    def forgetful(self):
        copy = plain(self)
        copy.state.chance = {name: count + 1 for name, count in copy.state.chance.items()}
        return copy

    monkeypatch.setattr(copies.Match, "clone", forgetful)
    name = "clone-save-undo/dream-tricks"

    assert registry.run(Job(name, 1, 0, 1)).failures


def test_an_outcome_that_is_never_reached_is_a_problem():
    measure = next(m for m in measures() if m.game == "dream-tricks")
    part = Part(count=measure.enough)
    part.tally["win"] = part.count

    assert measure.conclude(part)["problems"]
    assert table(SETTINGS[-1], part)["win"] == part.count


def test_a_third_is_greedy_or_late():
    for setting in SETTINGS:
        ways = [way_of(setting, number) for number in range(600)]
        assert ways.count("watched") >= (7 if setting.game == "cerebria" else 18)
        assert sum(way in ("greedy", "late", "arranged") for way in ways) == 200
        assert {"greedy", "late", "arranged", "random", "watched"} == set(ways)


def test_what_is_planned_fits_the_time_though_each_has_a_case():
    many = Measure(name="many", game="", count=1_000, cost=0.1, run=each("many", odd_numbers_fail))
    long = Measure(name="long", game="", count=1, cost=30.0, run=each("long", odd_numbers_fail))

    for seconds in (40, 80, 1_000):
        scale = scale_within(seconds, [many, long], {})
        planned = seconds_of(works([many, long], scale, {}))
        assert planned == pytest.approx(min(seconds, 130), abs=0.2)


def odd_numbers_fail(chance, number, part):
    if number % 2:
        raise ValueError("odd")


def test_failures_are_written_and_replayed(monkeypatch, tmp_path, capsys):
    measure = Measure(name="odd", game="", count=4, cost=1.0, run=each("odd", odd_numbers_fail))
    monkeypatch.setattr(registry, "measures", lambda: {"odd": measure})
    where = ["--results", str(tmp_path / "r.jsonl"), "--failures", str(tmp_path / "f")]
    monkeypatch.setattr("sys.argv", ["soak", "--only", "odd", "--jobs", "1", *where])

    assert command.main() == 1
    plain = json.loads(capsys.readouterr().out)
    assert (plain["name"], plain["count"], plain["failures"]) == ("odd", 4, 2)
    assert plain == json.loads((tmp_path / "r.jsonl").read_text())
    files = sorted((tmp_path / "f").iterdir())
    assert [json.loads(file.read_text())["number"] for file in files] == [1, 3]
    assert "odd" in replay(files[0]).failures[0].reason


def test_a_failing_case_is_written_as_soon_as_it_is_found(monkeypatch, tmp_path):
    written = []

    def check(chance, number, part):
        written.append([path.name for path in sorted(tmp_path.glob("f/*.json"))])
        raise ValueError("always")

    measure = Measure(name="all", game="", count=3, cost=1.0, run=each("all", check))
    monkeypatch.setattr(registry, "measures", lambda: {"all": measure})
    where = ["--results", str(tmp_path / "r.jsonl"), "--failures", str(tmp_path / "f")]
    monkeypatch.setattr("sys.argv", ["soak", "--only", "all", "--jobs", "1", *where])

    assert command.main() == 1
    assert written == [[], ["all-1-0.json"], ["all-1-0.json", "all-1-1.json"]]


def test_what_runs_alone_begins_when_all_else_is_over(monkeypatch, tmp_path):
    def note(chance, number, part):
        (tmp_path / f"began-{number}").write_text(str(len(list(tmp_path.glob("over-*")))))

    def end(chance, number, part):
        time.sleep(0.05)
        (tmp_path / f"over-{number}").touch()

    alone = Measure(
        name="alone", game="", count=1, cost=60.0, run=each("alone", note), is_alone=True
    )
    beside = Measure(name="beside", game="", count=6, cost=9.0, run=each("beside", end))
    monkeypatch.setattr(registry, "measures", lambda: {"alone": alone, "beside": beside})
    where = ["--results", str(tmp_path / "r.jsonl"), "--failures", str(tmp_path / "f")]
    monkeypatch.setattr("sys.argv", ["soak", "--jobs", "2", *where])

    assert command.main() == 0
    assert (tmp_path / "began-0").read_text() == "6"


def test_so_many_of_a_run_are_written_and_no_more(tmp_path):
    old, new = Files(tmp_path, 0.0), Files(tmp_path, time.time() - 1)
    for number in range(MOST_FILES):
        path = old.write("a/b", 1, number, "broken")
        assert path is not None
        os.utime(path, (1, 1))

    assert old.write("a/b", 1, 99, "broken") is None
    assert old.write("a/b", 1, 0, "broken again") is not None
    found = [new.write("a/b", 1, number, "broken") for number in range(100, 130)]
    assert sum(path is not None for path in found) == MOST_FILES - 1


def test_what_takes_long_is_taken_in_part_unless_it_is_named():
    long = Measure(name="a", game="long", count=1_000, cost=1.0, run=each("a", odd_numbers_fail))
    short = Measure(name="b", game="short", count=50, cost=1.0, run=each("b", odd_numbers_fail))

    assert [w.count for w in works([long, short], 0.5, {"long": 0.1})] == [50, 25]
    assert [w.count for w in works([long, short], 1.0, {})] == [1_000, 50]


def test_a_share_may_be_of_a_group_of_games():
    one = Measure(name="a/b", game="many/one", count=100, cost=1.0, run=each("a", odd_numbers_fail))

    assert [w.count for w in works([one], 1.0, {"many": 0.5})] == [50]
    assert [w.count for w in works([one], 1.0, {"many": 0.5, "many/one": 1.0})] == [100]
    assert [w.count for w in works([one], 1.0, {"many": 0.5, "a": 0.2})] == [20]
    assert [w.count for w in works([one], 1.0, {"many": 0.1, "a": 0.2})] == [10]
    assert [w.count for w in works([one], 1.0, {"many": 0.1, "a/b": 0.2})] == [20]


def test_what_takes_too_long_is_only_done_when_it_is_named():
    one = Measure(name="a/b", game="", count=1, cost=4_000.0, run=each("a/b", odd_numbers_fail))

    assert works([one], 1.0, {"a/b": 0.0}) == []
    assert [w.count for w in works([one], 1.0, {})] == [1]


@pytest.mark.parametrize("words", [("classics",), ("classics/agram",), ("agram", "hearts")])
def test_classics_are_chosen_by_group_and_by_name(words):
    found = {measure.game for measure in registry.chosen(("worlds",), words)}

    assert "classics/agram" in found
    assert found <= set(CLASSICS)
    assert len(found) == (len(CLASSICS) if words == ("classics",) else len(words))


def test_the_sum_is_listed(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["soak", "--list", "--only", "worlds", "--games", "agram"])

    assert command.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(
        f"worlds/classics/agram: {counted('worlds/classics/agram')[0]} cases, about "
    )
    assert lines[1].startswith("in all, at a scale of 1.00: about ")


def test_an_unknown_game_is_a_wrong_use(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["soak", "--games", "heart"])

    assert command.main() == 2
    assert "no such game: heart;" in capsys.readouterr().err


def test_nothing_chosen_is_a_wrong_use(monkeypatch):
    monkeypatch.setattr("sys.argv", ["soak", "--only", "nothing"])

    assert command.main() == 2


@pytest.mark.parametrize(("alone", "is_wrong"), [(0, False), (40, False), (60, True), (100, True)])
def test_few_pairs_of_worlds_are_a_problem(alone, is_wrong):
    part = Part(count=100)
    part.tally[worlds.ALONE] = alone

    assert bool(worlds.conclude(part)["problems"]) == is_wrong


def test_no_pairs_are_no_problem_where_nothing_is_hidden():
    measure = registry.measures()["worlds/classics/nim"]
    part = measure.run(Job(measure.name, 1, 0, 3))

    assert part.tally[worlds.OPEN] == 3
    assert measure.conclude(part)["problems"] == []
