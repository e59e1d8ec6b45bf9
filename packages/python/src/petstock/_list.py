"""Reads the list of the inventory: whole, or in batches as its bytes arrive. A list that breaks off is an error."""

from __future__ import annotations

import codecs
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from json import JSONDecodeError
from typing import Final

from ._answer import Answer
from ._batches import elements_of, started
from ._connection import NOT_MODIFIED, ApiRequest, Connection
from ._json import DECODER, item_in
from ._values import PET_STATUSES
from .items import InventoryItem, InventoryList

LIST_PATH = "/v1/inventory"

ELEMENT_CHARS_MAX = 4096
"""An item takes 70 characters. Bounds the memory that an answer of another server can take."""

_SPACE = re.compile(r"[ \t\r\n]*")
# What the list's text may have next.
_START: Final = "["
_FIRST: Final = "an item or ]"
_ITEM: Final = "an item"
_SEPARATOR: Final = ", or ]"
_NOTHING: Final = "nothing"
_AFTER_COMMA: Final = (_FIRST, _ITEM)
_BEFORE_COMMA: Final = (_SEPARATOR,)

_PLAIN = re.compile(
    r'(,?)\{"petId":(-?(?:0|[1-9][0-9]{0,17})),"quantity":(0|[1-9][0-9]{0,8}),"status":"(available|pending|sold)"\}'
)
"""An item as the service writes nearly all: four times as quick to read."""


class ListReader:
    """Splits the bytes of a list, however they are chunked, into items. Keeps no more than a chunk and one item."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._rest = ""
        self._next = _START

    @property
    def is_complete(self) -> bool:
        """The list's closing bracket has arrived."""
        return self._next == _NOTHING

    def push(self, chunk: bytes) -> list[InventoryItem]:
        """The items that end within the chunk. Raises ValueError if the text is not a list of items."""
        text = self._rest + self._decoder.decode(chunk)
        items: list[InventoryItem] = []
        at, end = -1, 0
        while end > at:
            at = end
            end = self._read(text, at, items)
        self._rest = text[at:]
        return items

    def _read(self, text: str, at: int, items: list[InventoryItem]) -> int:
        """Reads one item or mark. Returns where the next one begins; ``at`` if the text has to continue first."""
        plain = self._plain_at(text, at)
        if plain is not None:
            items.append(InventoryItem(int(plain[2]), int(plain[3]), PET_STATUSES[plain[4]]))
            self._next = _SEPARATOR
            return plain.end()
        start = _after_space(text, at)
        if start == len(text):
            return at
        if text[start] != "{" or self._next not in _AFTER_COMMA:
            self._next = self._after(text[start])
            return start + 1
        try:
            value, end = DECODER.raw_decode(text, start)
        except (JSONDecodeError, RecursionError):
            # Most likely incomplete: the rest arrives with the next chunk.
            if len(text) - start > ELEMENT_CHARS_MAX:
                raise ValueError("an element of the list is not an item") from None
            return at
        items.append(item_in(value))
        self._next = _SEPARATOR
        return end

    def _plain_at(self, text: str, at: int) -> re.Match[str] | None:
        """The next item with the comma before it, if it has the plain form and may come now."""
        plain = _PLAIN.match(text, at)
        if plain is not None and self._next in (_AFTER_COMMA if plain[1] == "" else _BEFORE_COMMA):
            return plain
        return None

    def _after(self, mark: str) -> str:
        if mark == "[" and self._next == _START:
            return _FIRST
        if mark == "," and self._next == _SEPARATOR:
            return _ITEM
        if mark == "]" and self._next in (_FIRST, _SEPARATOR):
            return _NOTHING
        raise ValueError(f"the list has {mark!r} instead of {self._next}")


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


async def batches_of(answer: Answer) -> AsyncGenerator[list[InventoryItem], None]:
    """The items in the order of the list. Raises `TransportError`."""
    reader = ListReader()
    async with aclosing(answer.chunks()) as chunks:
        async for chunk in chunks:
            try:
                items = reader.push(chunk)
            except ValueError as error:
                raise answer.error(
                    "unexpected_answer", f"the answer is not a list of items: {error}"
                ) from error
            if items:
                yield items
    if not reader.is_complete:
        raise answer.error("broken_body", "the list broke off before its end")


async def read_list(
    connection: Connection,
    *,
    etag: str | None = None,
    timeout: float | None = None,
    retries: int | None = None,
) -> InventoryList | None:
    """The whole list; None if it has not changed since ``etag``."""

    async def read(answer: Answer) -> InventoryList | None:
        if answer.status == NOT_MODIFIED:
            await answer.discard()
            return None
        items = InventoryList()
        async with aclosing(batches_of(answer)) as batches:
            async for batch in batches:
                items += batch
        items.etag, items.request_id = answer.header("ETag"), answer.request_id
        return items

    headers = {} if etag is None else {"If-None-Match": etag}
    request = ApiRequest("GET", LIST_PATH, headers, timeout=timeout, retries=retries)
    return await connection.send(request, "none", read)


def stream_list(
    connection: Connection, *, timeout: float | None, retries: int | None
) -> AsyncGenerator[InventoryItem, None]:
    """Item by item. Repeats until the first items have arrived; not after that, because the next list may differ."""
    request = ApiRequest("GET", LIST_PATH, timeout=timeout, retries=retries)
    return elements_of(lambda: connection.send(request, "none", started(batches_of)))
