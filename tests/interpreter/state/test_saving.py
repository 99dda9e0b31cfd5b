"""Saved bytes: every change is noticed, and nothing but a plain refusal comes of it."""

from __future__ import annotations

import pytest

from interpreter.state import saving
from interpreter.state.saving import SaveDamaged, SaveError, from_bytes, to_bytes

PAYLOAD = {"kind": "test", "名": ["札", 1, None, True, -5], "deep": {"a": [[], {}]}}
DATA = to_bytes(PAYLOAD)


def test_what_goes_in_comes_out():
    assert from_bytes(DATA) == PAYLOAD


@pytest.mark.parametrize("bit", [1, 32, 128])
def test_every_flipped_byte_is_noticed(bit):
    for place in range(len(DATA)):
        with pytest.raises(SaveDamaged):
            from_bytes(DATA[:place] + bytes([DATA[place] ^ bit]) + DATA[place + 1 :])


def test_every_missing_byte_is_noticed():
    for place in range(len(DATA)):
        for damaged in (DATA[:place], DATA[place + 1 :], DATA[:place] + DATA[place + 1 :]):
            with pytest.raises(SaveDamaged):
                from_bytes(damaged)


@pytest.mark.parametrize("extra", [b" ", b"\n", b"0", b"\x00"])
def test_every_added_byte_is_noticed(extra):
    for place in range(len(DATA) + 1):
        with pytest.raises(SaveDamaged):
            from_bytes(DATA[:place] + extra + DATA[place:])


@pytest.mark.parametrize(
    "body",
    [b"[]", b"1", b"{", b'{"a": 1.5}', b'{"a": NaN}', b"[" * 100_000, b'{"a": %s}' % (b"9" * 5000)],
)
def test_made_up_content_is_refused(body):
    version, checksum = saving.FORMAT_VERSION, saving._checksum(body)
    header = f"{saving.MAGIC} {version} {len(body)} {checksum}\n".encode()

    with pytest.raises(SaveDamaged):
        from_bytes(header + body)


def test_a_later_format_is_named():
    own, later = (f" {saving.FORMAT_VERSION + more} ".encode() for more in (0, 1))

    with pytest.raises(SaveDamaged, match=f"its format is{later.decode().rstrip()}"):
        from_bytes(DATA.replace(own, later, 1))


@pytest.mark.parametrize("room, fits", [(-1, False), (0, True), (1, True)])
def test_the_size_limit(monkeypatch, room, fits):
    monkeypatch.setattr(saving, "SIZE_LIMIT", len(DATA) + room)

    if fits:
        assert from_bytes(to_bytes(PAYLOAD)) == PAYLOAD
        return
    with pytest.raises(SaveError):
        to_bytes(PAYLOAD)
    with pytest.raises(SaveDamaged):
        from_bytes(DATA)
