"""A server that sends what a test gives it, byte for byte, and then ends or keeps the connection silent."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from types import TracebackType


class RawServer:
    """Answers each connection's first request with ``answer``. ``hangs``: keeps the connection open after it."""

    def __init__(self, answer: bytes | Callable[[bytes], bytes] = b"", *, hangs: bool = False) -> None:
        self.answer = answer
        """Of the next requests."""
        self._hangs = hangs
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.requests: list[bytes] = []
        self.ended = threading.Event()
        """The client has closed a connection."""
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        port: int = self._listener.getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer_one, args=[connection], daemon=True).start()

    def _answer_one(self, connection: socket.socket) -> None:
        with connection:
            try:
                request = connection.recv(65_536)
                self.requests.append(request)
                connection.sendall(self.answer(request) if callable(self.answer) else self.answer)
                if self._hangs:
                    while connection.recv(65_536):
                        pass
                    self.ended.set()
            except OSError:
                # A client that closes with unread bytes resets the connection.
                self.ended.set()

    def __enter__(self) -> RawServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()


def ok(
    body: str, content_type: str = "application/json", *, length: int | None = None, etag: str = ""
) -> bytes:
    """A response with status 200. ``length``: another one than the body has."""
    size = len(body.encode()) if length is None else length
    headers = f"Content-Type: {content_type}\r\nContent-Length: {size}\r\n"
    if etag:
        headers += f"ETag: {etag}\r\n"
    return f"HTTP/1.1 200 OK\r\n{headers}\r\n{body}".encode()
