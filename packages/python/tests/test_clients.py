"""The clients against servers that are silent, break off, or are not there. The service's own suite tests the rest."""

from __future__ import annotations

import asyncio
import inspect
import math
from collections.abc import Callable
from contextlib import aclosing, closing
from datetime import datetime, timezone

import httpx
import pytest
from raw_server import RawServer, ok

from petstock import AsyncPetstock, AsyncPetstockAdmin, Petstock, PetstockAdmin, RequestError, TransportError

KEY = "petstock_secret"
ITEM = '{"petId":1,"quantity":2,"status":"sold"}'


def public_methods(client: type) -> dict[str, list[str]]:
    methods = inspect.getmembers(client, inspect.isfunction)
    return {name: [*inspect.signature(each).parameters] for name, each in methods if name[0] != "_"}


@pytest.mark.parametrize(
    ("blocking", "asynchronous"), [(Petstock, AsyncPetstock), (PetstockAdmin, AsyncPetstockAdmin)]
)
def test_sync_and_async_have_the_same_methods(blocking: type, asynchronous: type) -> None:
    assert public_methods(blocking) == public_methods(asynchronous)


def failure(call: Callable[[], object]) -> TransportError:
    with pytest.raises(TransportError) as caught:
        call()
    assert KEY not in f"{caught.value!r}{caught.value.__cause__!r}"
    return caught.value


def test_a_silent_service_times_out_and_may_have_applied_the_update() -> None:
    with RawServer(hangs=True) as server, Petstock(server.url, KEY, retries=0) as client:
        error = failure(lambda: client.update_inventory(1, 2, timeout=0.05))
        assert (error.code, error.may_be_applied, error.not_sent) == ("timeout", True, False)
        assert failure(lambda: client.list_inventory(timeout=0.05)).may_be_applied is False


def test_a_connection_that_ends_without_an_answer_may_have_applied_the_update() -> None:
    with RawServer() as server, Petstock(server.url, KEY, retries=0) as client:
        error = failure(lambda: client.update_inventory(1, 2))
        assert (error.code, error.may_be_applied, error.not_sent) == ("network_error", True, False)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_without_a_connection_nothing_was_changed(scheme: str) -> None:
    # An HTTP server refuses the handshake of TLS; nothing listens on port 1.
    with RawServer(ok("{}")) as server:
        url = "http://127.0.0.1:1" if scheme == "http" else server.url.replace("http:", "https:")
        with Petstock(url, KEY, retries=0) as client:
            error = failure(lambda: client.update_inventory(1, 2))
    assert (error.code, error.may_be_applied, error.not_sent) == ("network_error", False, True)
    assert "nothing was sent" in str(error)


def test_a_list_that_breaks_off_is_an_error_and_never_a_shorter_list() -> None:
    with RawServer(ok(f"[{ITEM},", length=500)) as server, Petstock(server.url, KEY, retries=0) as client:
        assert failure(client.list_inventory).code == "broken_body"
        items = client.stream_inventory()
        assert next(items) == (1, 2, "sold")
        assert failure(lambda: next(items)).code == "broken_body"


MOVEMENT = (
    '{"revision":7,"petId":9223372036854775807,"before":null,"after":{"quantity":2,"status":"sold"},"reason":"lost","note":null,'
    '"undoes":null,"actor":"key:till","keyId":null,"requestId":null,"at":"2026-03-01T09:30:00.000Z"}'
)


def test_a_ledger_that_breaks_off_is_an_error_and_never_a_shorter_ledger() -> None:
    whole = f"{MOVEMENT}\n"
    for body, length in ((whole, 900), (whole + MOVEMENT, None)):
        answer = ok(body, "application/x-ndjson", length=length)
        with RawServer(answer) as server, PetstockAdmin(server.url, KEY, retries=0) as admin:
            movements = admin.stream_movements()
            assert next(movements).pet_id == 2**63 - 1
            assert failure(lambda: next(movements)).code == "broken_body"  # noqa: B023
            assert len(server.requests) == 1


def test_an_answer_that_is_no_stream_of_movements_is_refused() -> None:
    ndjson = "application/x-ndjson"
    for answer in (ok(MOVEMENT), ok('{"petId":1}\n', ndjson), ok("\n", ndjson), ok("x" * 99_999, ndjson)):
        with RawServer(answer) as server, PetstockAdmin(server.url, KEY) as admin:
            movements = admin.stream_movements()
            assert failure(lambda: next(movements)).code == "unexpected_answer"  # noqa: B023


def test_a_search_that_ended_early_goes_on() -> None:
    searched = '{"movements":[],"next":"%s","searchedBackTo":"2026-03-01T09:30:00.000Z"}'
    found = f'{{"movements":[{MOVEMENT}],"next":null}}'
    answers = {b"after=b": found, b"after=a": searched % "b", b"/movements": searched % "a"}

    def answer(request: bytes) -> bytes:
        return ok(next(body for part, body in answers.items() if part in request.split(b"\r\n")[0]))

    with RawServer(answer) as server, PetstockAdmin(server.url, KEY) as admin:
        assert [movement.revision for movement in admin.movements(reason="lost")] == [7]
        assert len(server.requests) == 3
        page = admin.movement_page(reason="lost")
        assert (page.entries, page.next) == ([], "a")
        assert page.searched_back_to == datetime(2026, 3, 1, 9, 30, tzinfo=timezone.utc)


def test_leaving_a_list_early_closes_its_connection() -> None:
    with RawServer(ok(f"[{ITEM},", length=500), hangs=True) as server, Petstock(server.url, KEY) as client:
        for item in client.stream_inventory():
            assert item.pet_id == 1
            break
        assert server.ended.wait(10)


def test_cancelling_a_call_closes_its_connection() -> None:
    async def main(server: RawServer) -> None:
        async with AsyncPetstock(server.url, KEY) as client:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.list_inventory(), 0.1)
            assert await asyncio.to_thread(server.ended.wait, 10)
            async with aclosing(client.stream_inventory()) as items:
                assert (await anext(items)).pet_id == 1

    with RawServer(ok(f"[{ITEM},", length=500), hangs=True) as server:
        asyncio.run(main(server))


def test_a_sync_client_works_within_an_event_loop() -> None:
    async def main(server: RawServer) -> None:
        with Petstock(server.url, KEY) as client:
            assert [item.pet_id for item in client.stream_inventory()] == [1]

    with RawServer(ok(f"[{ITEM}]")) as server:
        asyncio.run(main(server))


def test_a_watch_tells_trouble_and_ends_with_a_permanent_error() -> None:
    troubles: list[RequestError] = []
    with RawServer(ok(f"[{ITEM}]")) as server, Petstock(server.url, KEY, retries=0) as client:
        watch = client.watch_inventory(
            stream=False, interval=0, on_trouble=lambda error: recover(server, troubles, error)
        )
        assert next(watch).items == [(1, 2, "sold")]
        server.answer = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
        assert failure(lambda: next(watch)).status == 404
    assert [error.status for error in troubles] == [502]


def recover(server: RawServer, troubles: list[RequestError], error: RequestError) -> None:
    troubles.append(error)
    server.answer = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


STREAM = b"GET /admin/v1/changes"


def paths(server: RawServer) -> list[str]:
    return [request.split(b" ", 2)[1].decode() for request in server.requests]


def test_a_watch_polls_where_streams_are_denied() -> None:
    quantities = iter(range(2, 9))

    def answer(request: bytes) -> bytes:
        if request.startswith(STREAM):
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        return ok(ITEM.replace("2", str(next(quantities))).join("[]"), etag='W/"1"')

    with RawServer(answer) as server, Petstock(server.url, KEY) as client:
        with closing(client.watch_inventory(interval=0)) as watch:
            assert [next(watch).changed for _ in range(3)] == [
                [(1, quantity, "sold")] for quantity in (2, 3, 4)
            ]
        streams = [path for path in paths(server) if "changes" in path]
        assert streams == ["/admin/v1/changes?since=W%2F%221%22"]
        # The tag of the known list goes with each poll, so that an unchanged list costs nothing.
        assert b'if-none-match: w/"1"' in server.requests[-1].lower()


def test_a_watch_reads_the_list_again_after_a_rewind() -> None:
    quantities = iter(range(2, 9))

    def answer(request: bytes) -> bytes:
        if request.startswith(STREAM):
            return ok("event: gone\ndata: {}\n\n", "text/event-stream")
        return ok(ITEM.replace("2", str(next(quantities))).join("[]"), etag='W/"1"')

    with RawServer(answer) as server, Petstock(server.url, KEY) as client:
        with closing(client.watch_inventory(interval=0)) as watch:
            assert [next(watch).changed for _ in range(2)] == [[(1, 2, "sold")], [(1, 3, "sold")]]
        assert b"if-none-match" not in server.requests[-1].lower()


def test_a_stream_waits_for_comments_longer_than_a_short_timeout() -> None:
    waits: list[float] = []

    def note(request: httpx.Request) -> None:
        waits.append(request.extensions["timeout"]["read"])

    with (
        RawServer(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") as server,
        httpx.Client(event_hooks={"request": [note]}) as http,
        PetstockAdmin(server.url, KEY, timeout=2, retries=0, http_client=http) as admin,
    ):
        failure(lambda: next(admin.watch_changes()))
        failure(lambda: admin.me())
        failure(lambda: admin.me(timeout=math.inf))
    # The service writes a comment every 15 s.
    assert waits == [30, 2, 1_000_000]


def test_a_given_http_client_sends_the_requests_and_stays_open() -> None:
    with RawServer(ok("[]")) as server, httpx.Client(headers={"X-Shop": "7"}, auth=("a", "b")) as http:
        with Petstock(server.url, KEY, http_client=http) as client:
            assert client.list_inventory() == []
        assert not http.is_closed
        assert b"x-shop: 7" in server.requests[0].lower()
        assert f"authorization: bearer {KEY}\r\n".encode() in server.requests[0].lower()


@pytest.mark.parametrize(
    ("url", "key", "options", "kind", "message"),
    [
        ("http://127.0.0.1", None, {}, TypeError, "petstock keys create"),
        ("http://127.0.0.1", "", {}, ValueError, "petstock keys create"),
        ("http://127.0.0.1", "a\nb", {}, ValueError, "pass only the key"),
        ("http://u:hidden@127.0.0.1", KEY, {}, ValueError, "credentials"),
        ("ftp://127.0.0.1", KEY, {}, ValueError, "http"),
        ("127.0.0.1:8080", KEY, {}, ValueError, "http"),
        ("http://127.0.0.1?a=hidden", KEY, {}, ValueError, "query"),
        ("http://u:hidden/@127.0.0.1", KEY, {}, ValueError, "address"),
        (None, KEY, {}, TypeError, "url"),
        ("http://127.0.0.1", KEY, {"timeout": 0}, ValueError, "timeout"),
        ("http://127.0.0.1", KEY, {"timeout": float("nan")}, ValueError, "timeout"),
        ("http://127.0.0.1", KEY, {"retries": -1}, ValueError, "retries"),
        ("http://127.0.0.1", KEY, {"retries": "2"}, TypeError, "retries"),
    ],
)
def test_wrong_arguments_are_refused_with_advice_and_without_secrets(
    url: str, key: str, options: dict[str, float], kind: type[Exception], message: str
) -> None:
    for client in (Petstock, AsyncPetstock, PetstockAdmin, AsyncPetstockAdmin):
        with pytest.raises(kind, match=message) as caught:
            client(url, key, timeout=options.get("timeout", 1), retries=options.get("retries", 1))  # type: ignore[arg-type]
        assert "hidden" not in str(caught.value)


def test_the_key_is_not_shown() -> None:
    client = Petstock("http://127.0.0.1:1", KEY)
    assert KEY not in f"{client!r}{vars(client)!r}"
