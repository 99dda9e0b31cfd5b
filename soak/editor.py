"""Drive the language server as an editor does, and time its answers."""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.client import BaseLanguageClient


async def start() -> float:
    """Return the processor's seconds of a server that starts, answers and ends."""
    before = _of_children()
    client = BaseLanguageClient("editor", "1")
    await client.start_io(sys.executable, "-m", "cardwright", "lsp")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    await _end(client)
    return _of_children() - before


async def typing(path: Path, tries: int) -> tuple[list[float], list[float]]:
    """Return the seconds that findings and offers take behind each of some keystrokes.

    They are typed where the file's first ``draw`` has its amount.
    """
    text = path.read_text(encoding="utf-8")
    client, heard = await _begin(path, text)
    await heard.get()
    keystrokes, completions = [], []
    line = text[: text.index("draw ")].count("\n")
    column = text.split("\n")[line].index("draw ") + len("draw ")
    there = lsp.Position(line, column)
    for turn in range(tries):
        word = "1 + "[turn % 4]
        change = lsp.TextDocumentContentChangePartial(lsp.Range(there, there), word)
        version = lsp.VersionedTextDocumentIdentifier(turn + 2, path.as_uri())
        began = time.perf_counter()
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(version, [change]))
        await heard.get()
        keystrokes.append(time.perf_counter() - began)
        began = time.perf_counter()
        asked = lsp.CompletionParams(lsp.TextDocumentIdentifier(path.as_uri()), there)
        await client.text_document_completion_async(asked)
        completions.append(time.perf_counter() - began)
    await _end(client)
    return keystrokes, completions


async def _begin(path: Path, text: str) -> tuple[BaseLanguageClient, asyncio.Queue[int]]:
    """Start a server and open a file; return what hears of its findings, too."""
    client, heard = BaseLanguageClient("editor", "1"), asyncio.Queue[int]()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params: lsp.PublishDiagnosticsParams) -> None:
        if params.uri == path.as_uri():
            heard.put_nowait(len(params.diagnostics))

    await client.start_io(sys.executable, "-m", "cardwright", "lsp")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    client.initialized(lsp.InitializedParams())
    item = lsp.TextDocumentItem(path.as_uri(), "yaml", 1, text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    return client, heard


async def _end(client: BaseLanguageClient) -> None:
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


def _of_children() -> float:
    """Return the processor's seconds of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
