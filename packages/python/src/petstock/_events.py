"""Reads server-sent events, however their bytes are chunked.

https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

EVENT_CHARS_MAX = 64 * 1024 * 1024
"""Many times the largest difference that the service sends. Bounds the memory that another server's answer can take."""

_LINE_END = re.compile(r"\r\n|\n|\r")


class ServerEvent(NamedTuple):
    name: str
    data: str


class EventReader:
    def __init__(self) -> None:
        # The standard ignores a byte order mark at the start.
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._line: list[str] = []
        # The last line ended with the CR at the end of a chunk: an LF after it belongs to the same end.
        self._is_after_cr = False
        self._name = ""
        self._data: list[str] = []
        self._chars = 0

    def push(self, chunk: bytes) -> list[ServerEvent]:
        """The events that end within the chunk. Raises ValueError if an event is too long."""
        text = self._decoder.decode(chunk)
        if text == "":
            return []
        if self._is_after_cr:
            text = text.removeprefix("\n")
        self._is_after_cr = text.endswith("\r")
        *lines, rest = _LINE_END.split(text)
        events: list[ServerEvent] = []
        for line in lines:
            self._keep(line)
            event = self._end_line()
            if event is not None:
                events.append(event)
        self._keep(rest)
        return events

    def _keep(self, piece: str) -> None:
        self._line.append(piece)
        self._chars += len(piece)
        if self._chars > EVENT_CHARS_MAX:
            raise ValueError(f"an event is longer than {EVENT_CHARS_MAX} characters")

    def _end_line(self) -> ServerEvent | None:
        """The event, if the line, an empty one, ends it."""
        line = "".join(self._line)
        self._line.clear()
        if line == "":
            return self._end_event()
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
            return None
        # Other fields are ignored: the position is in the data. A comment's field is empty.
        if field == "event":
            self._name = value
        self._chars -= len(line)
        return None

    def _end_event(self) -> ServerEvent | None:
        event = ServerEvent(self._name or "message", "\n".join(self._data)) if self._data else None
        self._name, self._data, self._chars = "", [], 0
        return event
