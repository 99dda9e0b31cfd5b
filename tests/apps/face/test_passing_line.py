"""Who waits at a terminal sees who is thinking; nothing of it stays."""

from __future__ import annotations

import pytest

from cardwright.apps.face import console
from cardwright.apps.face.console import passing_line


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_line_goes_again_and_is_for_terminals_alone(monkeypatch, capsys, is_terminal):
    monkeypatch.setattr(console, "is_terminal", lambda: is_terminal)
    with passing_line("bo is thinking"):
        meanwhile = capsys.readouterr().out
    after = capsys.readouterr().out

    assert meanwhile == ("bo is thinking" if is_terminal else "")
    assert after == ("\r\x1b[K" if is_terminal else "")


def test_it_goes_where_something_fails_too(monkeypatch, capsys):
    monkeypatch.setattr(console, "is_terminal", lambda: True)
    with pytest.raises(KeyboardInterrupt), passing_line("bo is thinking"):
        raise KeyboardInterrupt

    assert capsys.readouterr().out.endswith("\x1b[K")
