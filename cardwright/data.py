"""Answer where the card database, the classics, the recipes and the schemas lie."""

from __future__ import annotations

from pathlib import Path


def data_folder(name: str) -> Path:
    """Return a folder of data such as `cards` or `schemas`: the packaged one, else ours.

    Raises:
        FileNotFoundError: There is neither, so the installation is damaged.
    """
    here = Path(__file__).resolve().parent
    for folder in (here / "_data" / name, here.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder `{name}` of Cardwright is missing; install it again")
