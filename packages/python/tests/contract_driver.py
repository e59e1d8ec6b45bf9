"""Calls a client as the contract tests of the service tell it: a JSON object with a call on each line of standard input.

``{"client": "sync", "url": ..., "apiKey": ..., "options": {...}, "method": ..., "args": [...], "named": {...}}`` is answered with
a line ``{"result": ...}`` or ``{"error": {...}}``. Names are in camel case, ids are texts: JavaScript would round them.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import Any, cast

from petstock import (
    AsyncPetstock,
    InventoryItem,
    Petstock,
    PetstockError,
    RequestError,
    StockRangeError,
    TransportError,
)


def snake_case(name: str) -> str:
    return re.sub("[A-Z]", lambda match: f"_{match[0].lower()}", name)


def given(value: Any) -> Any:
    """An argument: ids are texts, items objects."""
    if isinstance(value, str) and re.fullmatch("-?[0-9]+", value):
        return int(value)
    if isinstance(value, dict):
        item = cast("dict[str, Any]", value)
        return InventoryItem(int(item["petId"]), item["quantity"], item["status"])
    return value


def shown(value: object) -> object:
    if isinstance(value, InventoryItem):
        return {"petId": str(value.pet_id), "quantity": value.quantity, "status": value.status}
    return [shown(each) for each in cast("list[object]", value)] if isinstance(value, list) else value


def error_facts(error: RequestError) -> dict[str, Any]:
    kind = PetstockError if isinstance(error, PetstockError) else TransportError
    return {
        "kind": kind.__name__,
        "code": error.code,
        "status": error.status,
        "requestId": error.request_id,
        "retryAfterMs": None if error.retry_after is None else error.retry_after * 1000,
        "mayBeApplied": error.may_be_applied,
        "item": shown(error.item) if isinstance(error, PetstockError) else None,
    }


def outcome(call: dict[str, Any]) -> dict[str, Any]:
    args = [given(value) for value in call["args"]]
    named = {snake_case(name): given(value) for name, value in call["named"].items()}
    if named.get("idempotency_key", "") is None:
        named["idempotency_key"] = False
    options = {snake_case(name): value for name, value in call["options"].items()}
    try:
        if call["client"] == "sync":
            with Petstock(call["url"], call["apiKey"], **options) as client:
                return {"result": shown(getattr(client, call["method"])(*args, **named))}

        async def asynchronous() -> Any:
            async with AsyncPetstock(call["url"], call["apiKey"], **options) as client:
                return await getattr(client, call["method"])(*args, **named)

        return {"result": shown(asyncio.run(asynchronous()))}
    except RequestError as error:
        return {"error": error_facts(error)}
    except StockRangeError as error:
        return {"error": {"kind": "StockRangeError", "item": shown(error.item)}}
    except (TypeError, ValueError):
        return {"error": {"kind": "argument"}}


for line in sys.stdin:
    call = json.loads(line)
    call["method"] = snake_case(call["method"])
    print(json.dumps(outcome(call)), flush=True)
