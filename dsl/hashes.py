"""Give the one hash that is used everywhere, without what else `hashlib` loads.

`hashlib` loads OpenSSL, four megabytes of it; `random` in the standard library goes around it the
same way. Where this Python has no such module, `hashlib` has the same function.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
