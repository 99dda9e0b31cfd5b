"""Say why there is no compiled build."""

from __future__ import annotations


class NotBuilt(RuntimeError):
    """A compiled build was asked for and cannot be had.

    Attributes:
        reason: A key of the command line's texts: `no-mypyc`, `no-c-compiler`, `build-needs-cache`,
            `build-failed`.
        detail: What fills the text's slot `detail`.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(MESSAGES[reason].format(detail=detail))
        self.reason, self.detail = reason, detail


MESSAGES = {
    "no-mypyc": "the compiled build needs mypyc: pip install 'cardwright[compiled]'",
    "no-c-compiler": (
        "the compiled build needs a C compiler, and `{detail}` is not there: "
        "install one (Debian, Ubuntu: apt install gcc; macOS: xcode-select --install)"
    ),
    "build-needs-cache": "the compiled build is kept in the cache folder, and the cache is off",
    "build-failed": "the compiled build failed; what mypyc and the C compiler said: {detail}",
}
