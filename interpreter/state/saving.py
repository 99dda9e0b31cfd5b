"""Put plain data into bytes in which every change is noticed.

The form is one line `MAGIC VERSION LENGTH CHECKSUM` and one JSON document of LENGTH bytes.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeAlias

from dsl.hashes import blake2b

MAGIC = "cardwright-data"
FORMAT_VERSION = 4
SIZE_LIMIT = 16 * 1024 * 1024
CHECKSUM_BYTES = 16
HEADER_LIMIT = 100
HEADER = re.compile(rb"([a-z-]+) ([1-9][0-9]{0,8}) ([1-9][0-9]{0,8}) ([0-9a-f]{32})")

Json: TypeAlias = Any
"""Plain data as JSON has it; what of it stands where is looked at where it is read."""


class SaveError(ValueError):
    """Saved data that cannot be used, with the reason in plain words."""


class SaveDamaged(SaveError):
    """Saved data that has been changed, cut off or was never any."""


def to_bytes(payload: dict[str, Json]) -> bytes:
    """Return the bytes of a JSON object.

    Raises:
        SaveError: There would be too many.
    """
    body = json.dumps(payload, separators=(",", ":"), sort_keys=True, allow_nan=False).encode()
    header = f"{MAGIC} {FORMAT_VERSION} {len(body)} {_checksum(body)}\n".encode()
    if len(header) + len(body) > SIZE_LIMIT:
        raise SaveError(f"this would be {len(body)} bytes; the most is {SIZE_LIMIT}")
    return header + body


def _checksum(body: bytes) -> str:
    return blake2b(body, digest_size=CHECKSUM_BYTES).hexdigest()


def from_bytes(data: bytes) -> dict[str, Json]:
    """Return the JSON object in some bytes.

    Raises:
        SaveDamaged: They are not as they were written.
    """
    if len(data) > SIZE_LIMIT:
        raise SaveDamaged(f"it has {len(data)} bytes; the most is {SIZE_LIMIT}")
    header, line_end, body = data[: HEADER_LIMIT + 1].partition(b"\n")
    found = HEADER.fullmatch(header)
    if not line_end or found is None or found[1] != MAGIC.encode():
        raise SaveDamaged("it does not begin like something that was saved here")
    if int(found[2]) != FORMAT_VERSION:
        raise SaveDamaged(f"its format is {int(found[2])}; this program reads {FORMAT_VERSION}")
    body = data[len(header) + 1 :]
    if len(body) != int(found[3]):
        raise SaveDamaged(f"it has {len(body)} bytes where {int(found[3])} were written")
    if _checksum(body).encode() != found[4]:
        raise SaveDamaged("its content was changed: the checksum does not fit")
    return _object_in(body)


def _object_in(body: bytes) -> dict[str, Json]:
    try:
        payload = json.loads(body, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise SaveDamaged("its content is no data of ours") from None
    if not isinstance(payload, dict):
        raise SaveDamaged("its content is no data of ours")
    return payload


def _refuse(text: str) -> Json:
    raise ValueError(text)
