"""Write the schemas in `schemas/` from the rows of keys: `python -m docs.schemas`."""

from __future__ import annotations

from pathlib import Path

from dsl.keys.files import texts

FOLDER = Path(__file__).resolve().parents[1] / "schemas"

if __name__ == "__main__":
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
