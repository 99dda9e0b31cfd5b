"""Tables are kept: what was said to be done is in the file, and rules are the first ones."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.api.loading import find_package
from cardwright.apps.commands.main import group
from cardwright.apps.table.serving import rules
from cardwright.apps.table.serving.requests import derived, hash_of, is_token, new_token
from cardwright.apps.table.serving.rules import RulesGone, Shelf, opened
from cardwright.apps.table.serving.store import InUse, NotOurFile, Store, held

SMALL = Path(__file__).resolve().parents[4] / "examples" / "high-card"
NAMES = ("ann", "ben")


@pytest.fixture
def store(tmp_path):
    """Return an empty file of tables."""
    found = Store(tmp_path / "tables")
    yield found
    found.close()


def laid(store: Store, links: dict | None = None) -> tuple[int, int]:
    """Return a new table and a match of it."""
    store.keep_rules("d", "game", b"texts")
    table = store.add_table("d", {"seats": 2}, links or {}).result()
    return table, store.add_match(table, "d", 2**40).result()


def test_a_match_is_its_seed_its_rules_and_its_answers(store):
    table, match = laid(store)
    for number, option in enumerate((3, 0, 7)):
        store.add_answer(match, number, option).result()

    kept = store.match(table)

    assert (kept.id, kept.digest, kept.seed, kept.answers) == (match, "d", 2**40, (3, 0, 7))
    assert store.table(table) == ("d", {"seats": 2})


def test_what_nobody_waits_for_any_more_ends_no_writing(store):
    table, match = laid(store)
    for _ in range(200):  # some are begun before they are called off
        store.add_answer(match, 0, 1).cancel()

    store.keep_setting(table, {"seats": 3}).result(5)

    assert store.table(table)[1] == {"seats": 3}


def test_what_is_done_is_read_by_whoever_opens_the_file_next(store, tmp_path):
    table, match = laid(store)
    store.add_answer(match, 0, 4).result()

    other = Store(tmp_path / "tables")

    assert other.match(table).answers == (4,)
    other.close()


def test_an_answer_has_one_place(store):
    _, match = laid(store)
    store.add_answer(match, 0, 1).result()
    together = [store.add_answer(match, 0, 2), store.add_answer(match, 1, 3)]

    with pytest.raises(sqlite3.IntegrityError):
        together[0].result()
    assert together[1].result() is None


def test_what_is_taken_back_is_gone_and_counted_and_saves_behind_it_too(store):
    table, match = laid(store)
    for number in range(5):
        store.add_answer(match, number, number)
    store.keep_save(match, 4, b"later")
    store.drop_answers(match, 3).result()

    kept = store.match(table)

    assert (kept.answers, kept.undone, kept.save) == ((0, 1, 2), 1, None)


def test_a_save_that_is_not_behind_it_stays(store):
    table, match = laid(store)
    for number in range(5):
        store.add_answer(match, number, number)
    store.keep_save(match, 3, b"here")
    store.drop_answers(match, 3).result()

    assert (store.match(table).saved, store.match(table).save) == (3, b"here")


def test_the_newest_match_of_a_table_is_played(store):
    table, _ = laid(store)
    again = store.add_match(table, "d", 9).result()

    assert (store.match(table).id, store.match(table).answers) == (again, ())


def test_a_link_is_a_hash_and_is_renewed_once(store):
    token, other = new_token(), new_token()
    table, _ = laid(store, {hash_of(token): ("seat", (0, 2))})

    assert (store.link(hash_of(token)).seats, store.link(hash_of(token)).role) == ((0, 2), "seat")
    assert store.renew_link(hash_of(token), hash_of(other)).result()
    assert not store.renew_link(hash_of(token), hash_of(other)).result()
    assert store.link(hash_of(token)) is None
    assert store.link(hash_of(other)).table == table
    assert token.encode() not in store.path.read_bytes()


def test_secrets_have_128_bits_and_a_host_shows_the_same_ones_again():
    tokens = {new_token() for _ in range(1000)}

    assert len(tokens) == 1000 and all(map(is_token, tokens))
    host = new_token()
    assert derived(host, "screen 1") == derived(host, "screen 1") != derived(host, "screen 2")
    assert derived(new_token(), "screen 1") != derived(host, "screen 1")
    assert is_token(derived(host, "watch"))


@pytest.mark.parametrize("data", [b"something else", b"SQLite format 3\0" + b"x" * 200])
def test_a_file_that_is_something_else_is_refused_and_left(tmp_path, data):
    path = tmp_path / "notes"
    path.write_bytes(data)

    with pytest.raises(NotOurFile):
        Store(path)
    assert path.read_bytes() == data


def test_a_file_of_another_program_is_refused(tmp_path):
    path = tmp_path / "other"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE tables(id INTEGER)")
    other.commit()
    other.close()

    with pytest.raises(NotOurFile):
        Store(path)


def test_nobody_else_may_read_the_file(store):
    assert store.path.stat().st_mode & 0o077 == 0


# --- rules ------------------------------------------------------------------------------------


def kept_game(store: Store, folder: Path) -> str:
    """Keep the rules of a game; return their digest."""
    taken = rules.current_rules(find_package(str(folder)), {})
    store.keep_rules(taken.digest, taken.game.id, taken.texts).result()
    return taken.digest


def test_a_match_goes_on_by_the_rules_it_began_with(store, tmp_path):
    folder = tmp_path / "high-card"
    shutil.copytree(SMALL, folder)
    digest = kept_game(store, folder)
    table = store.add_table(digest, {}, {}).result()
    match = store.add_match(table, digest, 5).result()
    first = opened(Shelf(store.rules).game(digest, {}), NAMES, store.match(table))
    for number in range(3):
        first.apply(0)
        store.add_answer(match, number, 0).result()

    text = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(text.replace("deal 5", "deal 3"))
    again = opened(Shelf(store.rules).game(digest, {}), NAMES, store.match(table))

    assert again.digest() == first.digest()
    assert kept_game(store, folder) != digest


def test_rules_that_are_not_there_are_told_of(store):
    with pytest.raises(RulesGone) as error:
        Shelf(store.rules).game("gone", {})
    assert error.value.key == "rules-not-kept"


def test_rules_that_mean_something_else_by_now_are_told_of(store):
    digest = kept_game(store, SMALL)
    store.keep_rules("another", "high-card", store.rules(digest)).result()

    with pytest.raises(RulesGone) as error:
        Shelf(store.rules).game("another", {})
    assert error.value.key == "rules-of-another-version"


def test_answers_that_the_rules_do_not_know_are_told_of(store):
    digest = kept_game(store, SMALL)
    table = store.add_table(digest, {}, {}).result()
    match = store.add_match(table, digest, 5).result()
    store.add_answer(match, 0, 99).result()

    with pytest.raises(RulesGone):
        opened(Shelf(store.rules).game(digest, {}), NAMES, store.match(table))


@pytest.mark.parametrize(
    ("game", "options"), [("res-arcana", {"lux-et-tenebrae": "true"}), ("hearts", {})]
)
def test_a_game_is_kept_with_its_libraries_and_expansions(store, game, options):
    taken = rules.current_rules(find_package(game), options)
    store.keep_rules(taken.digest, game, taken.texts).result()

    found = Shelf(store.rules).game(taken.digest, options)

    assert found.model.text_digest == taken.digest
    assert found.options == taken.game.options
    few = found.player_counts[0]
    assert found.start(few, 1).digest() == taken.game.start(few, 1).digest()


def test_a_second_server_of_one_file_is_refused_in_words(tmp_path, monkeypatch):
    file, words = tmp_path / "tables", ["--lang", "en", "serve", str(SMALL), "--port", "0"]
    server = "cardwright.apps.table.serving.server._serve"
    monkeypatch.setattr(server, lambda *_: pytest.fail("it serves"))
    link = tmp_path / "another-name"
    file.touch()
    link.symlink_to(file)

    with held(file):
        said = [CliRunner().invoke(group, [*words, "--file", str(each)]) for each in (file, link)]

    assert [done.exit_code for done in said] == [2, 2]
    assert all(done.output.startswith("error: another server has `") for done in said)


def test_a_file_is_free_again_when_its_server_ends(tmp_path):
    for _ in range(2):
        with held(tmp_path / "tables"), pytest.raises(InUse), held(tmp_path / "tables"):
            pass
