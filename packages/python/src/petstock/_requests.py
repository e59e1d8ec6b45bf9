"""Parts of requests: queries, headers, bodies. Checks what a caller gives before anything is sent."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterable, Mapping
from datetime import datetime
from operator import index
from typing import Any, Literal
from urllib.parse import quote

from ._records import camel_case, json_members
from .admin_types import Change, ChangeLabel, LabelChange, PetRow, Row, Time
from .items import PET_ID_MAX, PET_ID_MIN

ROWS_BYTES_MAX = 64 * 1024 * 1024
"""The service takes no larger body. Bounds the memory that endless rows can take."""

JSON_TYPE = {"Content-Type": "application/json"}

_KEY = re.compile(r"[!-~]{1,255}")


def integer(name: str, value: object) -> int:
    """Also the integers of NumPy. Raises TypeError."""
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        except TypeError:
            pass
    raise TypeError(f"{name} must be an int; got {value!r:.100}")


def checked_pet_id(value: object) -> int:
    """Raises TypeError or ValueError."""
    pet_id = integer("pet_id", value)
    if PET_ID_MIN <= pet_id <= PET_ID_MAX:
        return pet_id
    raise ValueError(f"pet_id must be an int64; got {pet_id}")


def idempotency_headers(key: str | Literal[False] | None) -> dict[str, str]:
    """With a random key if there is none, so that the request is safe to send again; empty if False. Raises ValueError."""
    if key is False:
        return {}
    if key is None:
        key = random_key()
    elif not _KEY.fullmatch(key):
        raise ValueError("idempotency_key must be 1 to 255 visible ASCII characters")
    return {"Idempotency-Key": key}


def random_key() -> str:
    """Begins with the time, like a UUID of version 7: the service's index of keys takes such keys with fewer writes."""
    return f"{time.time_ns() // 1_000_000:012x}{secrets.token_hex(10)}"


def ledger_headers(reason: str | None, note: str | None) -> dict[str, str]:
    """The note is percent-encoded: a header holds only ASCII."""
    headers = {} if reason is None else {"Petstock-Reason": quote(reason, safe="")}
    if note is not None:
        headers["Petstock-Note"] = quote(note, safe="")
    return headers


def query_of(**members: str | int | None) -> str:
    """``?a=1&b=true``; empty without members. None and False are left out; ``if_unchanged_since`` is camel case then."""
    given = (
        f"{camel_case(name)}={quote('true' if value is True else str(value), safe='')}"
        for name, value in members.items()
        if value is not None and value is not False
    )
    text = "&".join(given)
    return f"?{text}" if text else ""


def time_text(name: str, time: Time | None) -> str | None:
    """RFC 3339. Raises ValueError for a `datetime` without a time zone."""
    if not isinstance(time, datetime):
        return time
    if time.tzinfo is None:
        raise ValueError(f"{name} must have a time zone, such as datetime.now(timezone.utc)")
    return time.isoformat()


def change_set_body(changes: Iterable[Change], reason: str | None, note: str | None) -> bytes:
    body: dict[str, Any] = {"reason": reason, "note": note}
    given = {name: value for name, value in body.items() if value is not None}
    return _json({**given, "changes": [_change_members(change) for change in changes]})


def _change_members(change: Change) -> dict[str, Any]:
    checked_pet_id(change.pet_id)
    members = {name: value for name, value in json_members(change).items() if value != {}}
    # Of a label, None is a value: no label.
    labels = {"label": change.label, "ifLabel": change.if_label}
    members.update((name, None) for name, label in labels.items() if label is None)
    return {"label": {}, **members} if isinstance(change, ChangeLabel) else members


def rows_body(rows: str | bytes | Iterable[Row]) -> bytes:
    """The text of a file as it is; other rows as NDJSON. Raises ValueError if they are too long."""
    return _text_body(rows) if isinstance(rows, (str, bytes)) else _lines(map(_row_members, rows))


def labels_body(labels: str | bytes | Iterable[LabelChange]) -> bytes:
    """The text of a file as it is; other labels as NDJSON. Raises ValueError if they are too long."""
    return _text_body(labels) if isinstance(labels, (str, bytes)) else _lines(map(_pet_members, labels))


def rows_type(rows: object, text_format: str) -> dict[str, str]:
    """Of the body that `rows_body` or `labels_body` makes. Raises ValueError."""
    types = {"csv": "text/csv", "ndjson": "application/x-ndjson"}
    if text_format not in types:
        raise ValueError(f"format must be 'csv' or 'ndjson'; got {text_format!r:.100}")
    return {"Content-Type": types[text_format if isinstance(rows, (str, bytes)) else "ndjson"]}


def _text_body(text: str | bytes) -> bytes:
    body = text.encode() if isinstance(text, str) else text
    _check_length(body)
    return body


def _row_members(row: Row) -> dict[str, Any]:
    if isinstance(row, dict):
        return _pet_members(row)
    pet_id, quantity, *status = row
    members = {"petId": checked_pet_id(pet_id), "quantity": integer("quantity", quantity)}
    return {**members, "status": status[0]} if status else members


def _pet_members(row: PetRow | LabelChange) -> dict[str, Any]:
    return {**_without_pet_id(row), "petId": checked_pet_id(row["pet_id"])}


def _without_pet_id(row: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name != "pet_id"}


def _lines(rows: Iterable[dict[str, Any]]) -> bytes:
    body = bytearray()
    for row in rows:
        body += _json(row) + b"\n"
        _check_length(body)
    return bytes(body)


def _check_length(body: bytes | bytearray) -> None:
    if len(body) > ROWS_BYTES_MAX:
        raise ValueError(f"the rows are longer than {ROWS_BYTES_MAX} bytes: send them in several calls")


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
