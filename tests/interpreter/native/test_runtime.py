"""The runtime computes what Python does: lists, bags, hashes, the twister; and chance as ever."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import blake2b
from types import SimpleNamespace

from hypothesis import given, settings
from hypothesis import strategies as some
from pytest import mark, raises
from wasmtime import Trap

from interpreter.native.runtime import FAULTS, GLOBALS, NONE, text
from interpreter.state import chance
from tests.interpreter.native.running import Running

STREAM = "zone table.deck -1"
A, B, C = 4000, 5000, 6000
"""Where tests put their lists."""
CONSTANTS = {
    **{"ELEMENTS": 20_000, "MOST_WORK": 1 << 40, "BULK": 5},
    **{"NONE": NONE, "EMPTY": 8, "FAULT": 9, "BLOCK": 16, "KEYTEXT": 64},
    **{"DIGEST": 70, "BIG": 80, "STREAMS": 100, "CHANCE": 110, "SCRIPT": 120, "MT": 700},
    **{"MEMO": 20_000, "MEMO_END": 20_100, "HEAP": 30_000, "ARENA": 40_000, "STATUS": 3000},
    **{"SUSPENDS": 0, "TRACES": 0, "TRIES": 0},
}
FUNCTIONS = (
    *("floordiv", "modulo", "bounded", "least", "most", "absolute", "otherwise", "member"),
    *("element", "first", "last", "only", "concat", "without", "append", "difference", "to_set"),
    *("union", "distinct", "reverse", "span", "same_list", "same_elements", "times_in", "keep"),
    *("sort_by", "take_top", "count_in", "bag_size", "units", "join_bags", "keys_of", "remembered"),
    *("bag_within", "same_bag", "key_of", "begin_key", "below", "shuffle_cells", "random_index"),
    *("random32", "told", "resume", "scripted", "next_script", "blake"),
)
NAMED = [len(STREAM), *(int.from_bytes(STREAM.encode()[n : n + 8], "little") for n in (0, 8, 16))]
RUNNING = Running(text(), FUNCTIONS, CONSTANTS, GLOBALS, data={8: [0], 100: [150], 150: NAMED})
CALL, CELLS = RUNNING.call, RUNNING.cells
LISTS = some.lists(some.integers(-5, 12), max_size=9)
BAGS = some.dictionaries(some.integers(-5, 9), some.integers(1, 40), max_size=6)


def setup_function() -> None:
    """Begin with an empty arena, an empty heap, and nothing remembered."""
    RUNNING.set("g_memo_from", CONSTANTS["MEMO"])
    RUNNING.set("g_top", CONSTANTS["ARENA"])
    RUNNING.set("g_heap", CONSTANTS["HEAP"])


def made(name: str, *given: int) -> list[int]:
    """Return the list that a function makes."""
    setup_function()
    return RUNNING.list_at(CALL(name, *given))


def put_bag(at: int, bag: dict[int, int]) -> int:
    """Write a bag into memory."""
    CELLS[at] = len(bag)
    for n, (key, count) in enumerate(sorted(bag.items())):
        CELLS[at + 1 + 2 * n], CELLS[at + 2 + 2 * n] = key, count
    return at


def bag_at(at: int) -> dict[int, int]:
    """Return the bag at a cell; its keys are in order."""
    pairs = [(CELLS[at + 1 + 2 * n], CELLS[at + 2 + 2 * n]) for n in range(CELLS[at])]
    assert pairs == sorted(pairs)
    return dict(pairs)


@given(some.integers(-(10**12), 10**12), some.integers(-1000, 1000).filter(bool))
def test_numbers_are_divided_and_compared_as_in_python(a, b):
    assert CALL("floordiv", a, b) == a // b
    assert CALL("modulo", a, b) == a % b
    assert CALL("least", a, b) == min(a, b)
    assert CALL("most", a, b) == max(a, b)
    assert CALL("absolute", a) == abs(a)
    assert CALL("otherwise", NONE, b) == b
    assert CALL("otherwise", a, b) == a


@mark.parametrize(
    ("name", "given_", "fault"),
    [
        ("floordiv", (1, 0), "division-by-zero"),
        ("bounded", (10**12 + 1,), "number-too-large"),
        ("bounded", (-(10**12) - 1,), "number-too-large"),
        ("element", (A, 4), "no-such-element"),
        ("element", (A, 0), "no-such-element"),
        ("span", (1, 20_001), "list-too-long"),
    ],
)
def test_faults_leave_their_code(name, given_, fault):
    RUNNING.put(A, [1, 2, 3])
    CELLS[CONSTANTS["FAULT"]] = 0

    with raises(Trap):
        CALL(name, *given_)

    assert FAULTS[CELLS[CONSTANTS["FAULT"]]] == fault


def without(a: list[int], b: list[int]) -> list[int]:
    """Return a list without one element for each equal one of another, the first ones."""
    left = Counter(b)
    out = []
    for x in a:
        if left[x]:
            left[x] -= 1
        else:
            out.append(x)
    return out


@settings(max_examples=60)
@given(LISTS, LISTS, some.integers(-5, 12))
def test_lists_are_made_as_python_makes_them(a, b, x):
    p, q = RUNNING.put(A, a), RUNNING.put(B, b)

    assert made("concat", p, q) == a + b
    assert made("append", p, x) == [*a, x]
    assert made("without", p, q) == without(a, b)
    assert made("difference", p, q) == [y for y in a if y not in b]
    assert made("to_set", p) == sorted(set(a))
    assert made("union", p, q) == sorted({*a, *b})
    assert made("distinct", p) == list(dict.fromkeys(a))
    assert made("reverse", p) == a[::-1]
    assert made("take_top", p, x) == a[: max(x, 0)]
    assert made("span", x, x + len(a) - 1) == list(range(x, x + len(a)))
    assert RUNNING.list_at(p) == a, "the list itself stays"


@settings(max_examples=60)
@given(LISTS, LISTS, some.integers(-5, 12))
def test_lists_are_asked_as_python_asks_them(a, b, x):
    p, q = RUNNING.put(A, a), RUNNING.put(B, b)

    assert CALL("member", x, p) == (x in a)
    assert CALL("member", x, NONE) == 0
    assert CALL("times_in", x, p) == a.count(x)
    assert CALL("first", p) == (a[0] if a else NONE)
    assert CALL("last", p) == (a[-1] if a else NONE)
    assert CALL("only", p) == (a[0] if len(a) == 1 else NONE)
    assert CALL("same_list", p, q) == (a == b)
    assert CALL("same_elements", p, q) == (sorted(a) == sorted(b))
    assert CALL("same_elements", p, RUNNING.put(C, sorted(a, reverse=True))) == 1
    assert [CALL("element", p, n + 1) for n in range(len(a))] == a


@given(some.lists(some.tuples(some.integers(0, 4), some.integers(0, 99)), max_size=12))
def test_sorting_by_keys_keeps_the_order_of_equal_ones(pairs):
    keys, cards = [key for key, _ in pairs], [card for _, card in pairs]
    RUNNING.put(A, cards)
    RUNNING.put(B, keys)

    CALL("sort_by", A, B)

    assert RUNNING.list_at(A) == [card for _, card in sorted(pairs, key=lambda pair: pair[0])]
    assert RUNNING.list_at(B) == sorted(keys)


@given(some.lists(LISTS, min_size=1, max_size=8))
def test_a_kept_list_stays_while_others_are_made(lists):
    setup_function()
    places = []
    for each in lists:
        places.append(CALL("keep", NONE, RUNNING.put(A, each), len(each) + 1))
    assert [RUNNING.list_at(at) for at in places] == lists
    for n, at in enumerate(places):
        longer = lists[n] * 3
        places[n] = CALL("keep", at, RUNNING.put(A, longer), len(longer) + 1)

    assert [RUNNING.list_at(at) for at in places] == [each * 3 for each in lists]


def test_remembered_lists_go_when_the_position_changes():
    RUNNING.put(A, [7] * 40)
    RUNNING.set("g_epoch", 5)
    one, two, three = (CALL("remembered", A) for _ in range(3))

    assert RUNNING.list_at(one) == RUNNING.list_at(two) == [7] * 40
    assert two > one and three == 0, "no room for the third"
    RUNNING.set("g_epoch", 6)
    assert CALL("remembered", A) == one
    assert CALL("remembered", NONE) == NONE


@settings(max_examples=60)
@given(BAGS, BAGS, some.integers(-5, 9))
def test_bags_are_counters(a, b, key):
    setup_function()
    p, q = put_bag(A, a), put_bag(B, b)

    assert bag_at(CALL("join_bags", p, q, 1)) == Counter(a) + Counter(b)
    assert bag_at(CALL("join_bags", p, q, -1)) == Counter(a) - Counter(b)
    assert CALL("count_in", p, key) == a.get(key, 0)
    assert CALL("bag_size", p) == sum(a.values())
    assert CALL("bag_within", p, q) == (Counter(a) <= Counter(b))
    assert CALL("same_bag", p, q) == (a == b)
    assert CALL("same_bag", p, put_bag(C, a)) == 1
    assert RUNNING.list_at(CALL("keys_of", p)) == sorted(a)
    assert bag_at(CALL("units", 3, key)) == {key: 3}
    assert bag_at(CALL("units", 0, key)) == {}


@settings(max_examples=60)
@given(some.binary(max_size=128), some.sampled_from([8, 16, 64]))
def test_a_block_is_hashed_as_hashlib_does(message, size):
    padded = message.ljust(128, b"\0")
    for n in range(16):
        word = int.from_bytes(padded[8 * n : 8 * n + 8], "little", signed=True)
        CELLS[CONSTANTS["BLOCK"] + n] = word
    CALL("blake", len(message), size)
    whole = (1 << 64) - 1
    found = b"".join((CELLS[70 + n] & whole).to_bytes(8, "little") for n in range(8))

    assert found[:size] == blake2b(message, digest_size=size).digest()


def begin(seed: int, count: int) -> SimpleNamespace:
    """Begin a match of a seed here and there, with a stream that was used before."""
    state = SimpleNamespace(key=chance.key_of(seed), chance={STREAM: count})
    assert CALL("key_of", seed) & (1 << 64) - 1 == state.key
    CALL("begin_key", state.key)
    CELLS[CONSTANTS["CHANCE"]] = count
    return state


SEEDS = some.integers(0, chance.MOST_SEED)
COUNTS = some.one_of(some.integers(0, 120), some.integers(0, 1 << 40))


@settings(max_examples=60)
@given(SEEDS, COUNTS, some.one_of(some.integers(1, 60), some.integers(1, 10**12)))
def test_draws_are_those_of_the_interpreter(seed, count, bound):
    state = begin(seed, count)

    for _ in range(3):
        assert CALL("below", 0, bound) == chance.below(state, STREAM, bound)
    assert CELLS[CONSTANTS["CHANCE"]] == state.chance[STREAM]


@settings(max_examples=60)
@given(SEEDS, COUNTS, some.one_of(some.integers(0, 60), some.integers(0, 300)))
def test_shuffles_are_those_of_the_interpreter(seed, count, many):
    state, cards = begin(seed, count), list(range(many))
    RUNNING.put(A, cards)

    CALL("shuffle_cells", A + 1, many, 0)
    chance.shuffle(state, STREAM, cards)

    assert RUNNING.list_at(A) == cards
    assert CELLS[CONSTANTS["CHANCE"]] == state.chance[STREAM]


@settings(max_examples=6)
@given(some.integers(0, 1 << 70), some.integers(0, 700), some.integers(1, 10**6))
def test_the_twister_is_that_of_python(seed, before, bound):
    twister = random.Random(seed)
    for _ in range(before):
        twister.getrandbits(32)
    words = twister.getstate()[1]
    CELLS[CONSTANTS["MT"] : CONSTANTS["MT"] + 624] = words[:624]
    RUNNING.set("g_mt", words[624])

    for _ in range(700):
        assert CALL("random_index", bound) == int(twister.random() * bound)
        assert CALL("random32") == twister.getrandbits(32)


def test_a_script_counts_through_all_answers():
    RUNNING.set("g_script", 0)
    seen = []
    goes_on = 1
    while goes_on:
        RUNNING.set("g_script_at", 0)
        one = CALL("scripted", 3)
        two = CALL("scripted", 2) if one != 1 else None
        seen.append((one, two))
        goes_on = CALL("next_script")

    assert seen == [(0, 0), (0, 1), (1, None), (2, 0), (2, 1)]


def test_globals_are_told_and_taken_back():
    for n, name in enumerate(GLOBALS):
        RUNNING.set(name, n * 11)
    CALL("told")
    for name in GLOBALS:
        RUNNING.set(name, 0)
    CALL("resume", 10**6)

    renewed = {"g_epoch": 10**6, "g_memo_epoch": 10**6}
    want = {name: n * 11 for n, name in enumerate(GLOBALS)} | renewed
    assert {name: RUNNING.get(name) for name in GLOBALS} == want
