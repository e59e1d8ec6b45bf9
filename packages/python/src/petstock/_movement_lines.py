"""Reads movements from NDJSON as the bytes arrive. A ledger that breaks off is an error."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from ._answer import Answer
from ._json import object_in
from ._records import record
from .admin_types import Movement

LINE_BYTES_MAX = 65_536
"""A movement with its labels and its note takes some thousand. Bounds the memory that an answer of another server can take."""


async def movement_batches(answer: Answer) -> AsyncGenerator[list[Movement], None]:
    """The movements in the order of the answer. Raises `TransportError`."""
    if not (answer.header("Content-Type") or "").startswith("application/x-ndjson"):
        # A service from before this form of the ledger gives the first page.
        await answer.discard()
        raise answer.error("unexpected_answer", "the answer is not NDJSON")
    rest = b""
    async with aclosing(answer.chunks()) as chunks:
        async for chunk in chunks:
            *lines, rest = (rest + chunk).split(b"\n")
            if len(rest) > LINE_BYTES_MAX:
                raise answer.error("unexpected_answer", "a line is too long for a movement")
            if lines:
                yield [_movement_in(answer, line) for line in lines]
    if rest:
        raise answer.error("broken_body", "the ledger broke off within a movement")


def _movement_in(answer: Answer, line: bytes) -> Movement:
    try:
        return record(Movement, object_in(line.decode()))
    except ValueError as error:
        raise answer.error("unexpected_answer", f"a line is not a movement: {error}") from error
