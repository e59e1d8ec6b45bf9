"""What is sent, and what is refused before it is sent."""

from __future__ import annotations

import random
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import pytest
from raw_server import RawServer

from petstock import AdjustQuantity, Change, CreatePet, Label, RemovePet, SetQuantity, TransportError
from petstock._connection import Connection
from petstock._inventory import InventoryOperations
from petstock._io import BlockingIo, run
from petstock._records import record
from petstock._requests import (
    change_set_body,
    idempotency_headers,
    integer,
    labels_body,
    ledger_headers,
    query_of,
    rows_body,
    time_text,
)
from petstock._retry import PAUSE_MAX, pause_after, retry_after_in

LARGE = 2**63 - 1


def test_a_change_set_has_every_digit_and_no_absent_member() -> None:
    changes: list[Change] = [
        SetQuantity(LARGE, 0, '"1-sold"'),
        AdjustQuantity(1, 0),
        CreatePet(2, 0, "sold"),
        RemovePet(3),
    ]
    assert change_set_body(changes, "counted", None).decode() == (
        '{"reason":"counted","changes":[{"petId":9223372036854775807,"quantity":0,"ifMatch":"\\"1-sold\\""},'
        '{"petId":1,"by":0},{"petId":2,"quantity":0,"status":"sold","create":true},{"petId":3,"remove":true}]}'
    )


def test_rows_and_labels_are_lines_or_text() -> None:
    assert rows_body([(LARGE, 1), (2, 3, "sold")]) == (
        b'{"petId":9223372036854775807,"quantity":1}\n{"petId":2,"quantity":3,"status":"sold"}\n'
    )
    assert labels_body([{"pet_id": 1, "name": None, "low": 2}]) == b'{"name":null,"low":2,"petId":1}\n'
    assert rows_body("petId,quantity\n") == b"petId,quantity\n"
    with pytest.raises(ValueError, match="longer than"):
        rows_body(bytes(64 * 1024 * 1024 + 1))


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_an_integer_is_never_guessed(value: object) -> None:
    with pytest.raises(TypeError, match="quantity must be an int"):
        integer("quantity", value)


def test_headers_and_queries_are_encoded() -> None:
    assert ledger_headers("counted", "shelf “3”") == {
        "Petstock-Reason": "counted",
        "Petstock-Note": "shelf%20%E2%80%9C3%E2%80%9D",
    }
    assert query_of(if_unchanged_since='W/"1"', dry_run=True, limit=None, replace=False) == (
        "?ifUnchangedSince=W%2F%221%22&dryRun=true"
    )
    assert query_of(limit=None) == ""


def test_each_generated_key_is_another_and_false_is_none() -> None:
    assert idempotency_headers(None) != idempotency_headers(None)
    assert idempotency_headers(False) == {}
    for key in ("", "a b", "ü", "x" * 256, "x\n"):
        with pytest.raises(ValueError, match="idempotency_key"):
            idempotency_headers(key)


def test_a_time_has_a_zone() -> None:
    assert time_text("since", datetime(2026, 1, 2, tzinfo=timezone.utc)) == "2026-01-02T00:00:00+00:00"
    with pytest.raises(ValueError, match="since must have a time zone"):
        time_text("since", datetime(2026, 1, 2))


def test_retry_after_is_seconds_or_a_date() -> None:
    now = datetime(2026, 11, 21, 10, tzinfo=timezone.utc)
    seconds = now.timestamp()
    assert retry_after_in("120", seconds) == 120
    assert retry_after_in(format_datetime(now + timedelta(minutes=1), usegmt=True), seconds) == 60
    assert retry_after_in(format_datetime(now - timedelta(hours=1), usegmt=True), seconds) == 0
    for odd in (None, "", "-1", "1.5", "soon", "2026-11-21", "99999999999", "Sat, 99 Nov 2026 GMT"):
        assert retry_after_in(odd, seconds) is None


def test_pauses_are_spread_over_a_time_that_doubles_up_to_a_bound() -> None:
    random.seed(1)
    for attempts in (0, 3, 7, 5000):
        longest = min(PAUSE_MAX, 0.1 * 2.0 ** min(attempts, 16))
        pauses = [pause_after(attempts, 0.5) for _ in range(200)]
        assert min(pauses) >= 0.5
        assert max(pauses) <= 0.5 + longest
        assert max(pauses) - min(pauses) > longest / 2


def test_unknown_members_are_ignored_and_missing_ones_are_not() -> None:
    label = {"petId": LARGE, "name": "Rex", "kind": None, "code": None, "low": 0, "chip": {"since": 2020}}
    assert record(Label, label) == Label(LARGE, "Rex", None, None, 0)
    wrongs: list[object] = [{**label, "low": True}, {**label, "petId": "1"}, {"petId": 1}, []]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r".+"):
            record(Label, wrong)


def test_a_change_is_not_sent_again_after_a_machine_slept_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_000_000.0]
    monkeypatch.setattr("petstock._retry.time.time", lambda: clock[0])

    class Sleeping(BlockingIo):
        async def sleep(self, seconds: float) -> None:
            clock[0] += 86_400

    with RawServer(b"HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n") as server:
        connection = Connection(
            lambda: Sleeping(None), server.url, "k", timeout=5, retries=9, retry_for=1_000_000
        )
        with pytest.raises(TransportError) as caught:
            run(InventoryOperations(connection).update_inventory(1, 2))
        run(connection.io.close())
    assert (caught.value.status, caught.value.may_be_applied, len(server.requests)) == (502, True, 1)
