"""Compile some modules by mypyc, in a process of its own: run as a file, in the package's folder.

Arguments: the name of the library to build, then the modules' files; those named after `--known`
have been compiled before into the library named there and are only looked at.
"""

import sys

from mypyc.build import mypycify
from setuptools import Distribution  # type: ignore[import-untyped]

OPTIONS = (
    "--config-file=",
    "--follow-imports=skip",
    "--ignore-missing-imports",
    "--check-untyped-defs",
)


def main(library: str, files: list[str], known: list[str], speed: str) -> None:
    """Compile files into a library, beside the modules."""
    groups: list[tuple[list[str], str | None]] = [(files, library)]
    if known:
        groups.append((known[1:], known[0]))
    paths = [*OPTIONS, *files, *known[1:]]
    extensions = mypycify(paths, opt_level=speed, debug_level="0", separate=groups)
    ours = {file.removesuffix(".py").replace("/", ".") for file in files}
    ours.add(f"{library}__mypyc")
    distribution = Distribution({"ext_modules": [e for e in extensions if e.name in ours]})
    command = distribution.get_command_obj("build_ext")
    command.inplace = True
    command.parallel = True
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    speed, library, *rest = sys.argv[1:]
    cut = rest.index("--known") if "--known" in rest else len(rest)
    main(library, rest[:cut], rest[cut + 1 :], speed)
