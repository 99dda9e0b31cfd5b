"""A table that is drawn without rich looks as rich draws it."""

import random

import pytest

from cardwright.apps.face import console
from cardwright.apps.face.console import plain_table

CELLS = ["", "a", "aqueduct", "村人", "ﾃﾞｯｷ", "価値 3 · end", "Ｗ", "é", "(1, 2)", "[b]x[/b]", "—…"]


@pytest.mark.parametrize("seed", range(40))
def test_a_plain_table_looks_as_rich_draws_it(seed, capsys, monkeypatch):
    rng = random.Random(seed)
    number = rng.randrange(1, 5)
    heads = ["" if seed % 4 == 0 else rng.choice(CELLS) for _ in range(number)]
    rows = [[rng.choice(CELLS) for _ in range(number)] for _ in range(rng.randrange(6))]
    right = [at for at in range(number) if rng.random() < 0.3]
    title = rng.choice([None, "題 a"])
    plain = plain_table(heads, rows, 120, right, title)
    monkeypatch.setattr(console, "plain_table", lambda *_: None)

    console.show_table(heads, rows, right, title)

    drawn = capsys.readouterr().out
    assert plain is None or plain.strip("\n") + "\n" == drawn


def test_what_does_not_fit_or_is_more_than_letters_is_left_to_rich():
    assert plain_table(["id"], [["x" * 30]], 20) is None
    assert plain_table(["id"], [["a\nb"]], 80) is None
    assert plain_table(["id"], [["a\x1b[31mb"]], 80) is None
    assert plain_table(["id"], [["city"]], 80) == " id\n ────\n city"
