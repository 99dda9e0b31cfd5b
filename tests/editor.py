"""An editor that drives the language server over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.client import BaseLanguageClient


class Editor:
    """A client with one open file.

    Attributes:
        told: The findings of each file, as they were told last.
    """

    def __init__(self, folder: Path, name: str = "game.yaml") -> None:
        self.client = BaseLanguageClient("editor", "1")
        self.path = folder / name
        self.text = self.path.read_text()
        self.told: dict[str, list[lsp.Diagnostic]] = {}
        self.messages: list[str] = []
        self.version = 1
        self.news = asyncio.Event()

    @property
    def uri(self) -> str:
        return self.path.as_uri()

    @property
    def file(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    async def begin(self, *words: str) -> None:
        """Start the server."""

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            self.told[params.uri] = list(params.diagnostics)
            self.news.set()

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def said(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

        await self.client.start_io(sys.executable, "-m", "cardwright", "lsp", *words)
        capabilities = lsp.ClientCapabilities()
        await self.client.initialize_async(lsp.InitializeParams(capabilities=capabilities))

    async def start(self, *words: str) -> None:
        """Start the server and open the file."""
        await self.begin(*words)
        self.client.initialized(lsp.InitializedParams())
        item = lsp.TextDocumentItem(self.uri, "yaml", self.version, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        await self.heard()

    async def heard(self) -> list[lsp.Diagnostic]:
        """Return the findings of the file as soon as they are told."""
        while self.uri not in self.told:
            self.news.clear()
            await self.news.wait()
        return self.told[self.uri]

    async def checked(self, uri: str = "") -> list[lsp.Diagnostic]:
        """Return the findings of a file once its package is checked and some are there."""
        while not self.told.get(uri or self.uri):
            self.news.clear()
            await self.news.wait()
        return self.told[uri or self.uri]

    async def type(self, old: str, new: str) -> list[lsp.Diagnostic]:
        """Change a stretch of the file, as an editor does; return what is told of it."""
        start = self.text.index(old)
        where = lsp.Range(self.position(start), self.position(start + len(old)))
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        self.told.pop(self.uri, None)
        change = lsp.TextDocumentContentChangePartial(where, new)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(self.version, self.uri), [change]))  # fmt: skip
        return await self.heard()

    def position(self, offset: int) -> lsp.Position:
        """Return an offset as line and column of UTF-16."""
        line = self.text.count("\n", 0, offset)
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return lsp.Position(line, len(before.encode("utf-16-le")) // 2)

    def behind(self, words: str) -> lsp.Position:
        """Return the place behind some words."""
        return self.position(self.text.index(words) + len(words))

    def words(self, where: lsp.Range) -> str:
        """Return what stands in a range."""
        line = self.text.split("\n")[where.start.line].encode("utf-16-le")
        return line[2 * where.start.character : 2 * where.end.character].decode("utf-16-le")

    async def offered(self, words: str) -> list[str]:
        """Return what is offered behind some words."""
        params = lsp.CompletionParams(self.file, self.behind(words))
        found = await self.client.text_document_completion_async(params)
        return [each.label for each in found]

    async def shown(self, words: str) -> str:
        """Return what is shown of the word behind which a place is."""
        params = lsp.HoverParams(self.file, self.behind(words))
        found = await self.client.text_document_hover_async(params)
        return "" if found is None else found.contents.value

    async def stop(self) -> None:
        """End the server."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()
