"""Reads JSON of the service. Ids keep every digit, because Python's integers have no bound."""

from __future__ import annotations

import json
from typing import Any, NoReturn, cast

from .items import PET_ID_MAX, PET_ID_MIN, InventoryItem, is_quantity, status_in

JsonObject = dict[str, Any]


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


DECODER = json.JSONDecoder(parse_constant=_refuse)


def object_in(text: str) -> JsonObject:
    """The object that a text holds. Raises ValueError."""
    try:
        value: object = DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("the JSON is nested too deeply") from error
    return object_or_raise(value)


def object_or_raise(value: object) -> JsonObject:
    """Raises ValueError."""
    if isinstance(value, dict):
        return cast(JsonObject, value)
    raise ValueError(f"{value!r:.100} is not an object")


def item_in(value: object) -> InventoryItem:
    """The item that an object describes; further members are ignored. Raises ValueError."""
    members = object_or_raise(value)
    pet_id, quantity = members.get("petId"), members.get("quantity")
    if type(pet_id) is not int or not PET_ID_MIN <= pet_id <= PET_ID_MAX:
        raise ValueError(f"petId {pet_id!r:.100} is not an int64")
    if not is_quantity(quantity):
        raise ValueError(f"{quantity!r:.100} is not a quantity")
    return InventoryItem(pet_id, cast(int, quantity), status_in(members.get("status")))
