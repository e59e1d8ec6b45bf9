"""Turns JSON objects of the contract into dataclasses, and back: ``quantityChange`` is ``quantity_change``."""

from __future__ import annotations

import functools
import types
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from ._json import JsonObject, item_in, object_or_raise
from ._values import PetStatus
from .items import InventoryItem, status_in

R = TypeVar("R")


def record(kind: type[R], value: object) -> R:
    """A dataclass from a JSON object; members that it does not have are ignored. Raises ValueError."""
    members = object_or_raise(value)
    values: dict[str, object] = {}
    for name, member, hint, is_optional in _fields_of(cast(Any, kind)):
        if member in members:
            values[name] = _read(hint, members[member], member)
        elif not is_optional:
            raise ValueError(f"{member} is missing")
    return kind(**values)


def json_members(value: Any) -> JsonObject:
    """The JSON object of a dataclass; members that are None or False are left out."""
    members = ((camel_case(field.name), getattr(value, field.name)) for field in fields(value))
    return {name: each for name, each in members if each is not None and each is not False}


def camel_case(name: str) -> str:
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(word.capitalize() for word in rest)


@functools.cache
def _fields_of(kind: type[Any]) -> tuple[tuple[str, str, Any, bool], ...]:
    hints = get_type_hints(kind)
    return tuple(
        (each.name, camel_case(each.name), hints[each.name], each.default is not MISSING)
        for each in fields(cast(Any, kind))
    )


def _read(hint: Any, value: Any, member: str) -> object:
    if get_origin(hint) is types.UnionType or type(None) in get_args(hint):
        if value is None:
            return None
        (hint,) = (each for each in get_args(hint) if each is not type(None))
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{member} is not an array")
        return tuple(_read(get_args(hint)[0], each, member) for each in cast("list[object]", value))
    if hint == PetStatus:
        return status_in(value)
    if hint is InventoryItem:
        return item_in(value)
    if hint is datetime:
        return time_in(value, member)
    if is_dataclass(hint):
        return record(cast("type[object]", hint), value)
    # Not isinstance: True is no number.
    if type(value) is not hint:
        raise ValueError(f"{member} is {value!r:.100}")
    return cast(object, value)


def time_in(value: object, member: str) -> datetime:
    if not isinstance(value, str):
        raise ValueError(f"{member} is not a time")
    # Python 3.10 does not read the Z.
    return datetime.fromisoformat(value.replace("Z", "+00:00"))
