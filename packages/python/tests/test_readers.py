"""Lists and events are read the same however their bytes are chunked, and nothing malformed is taken for an item."""

from __future__ import annotations

import pytest

from petstock import InventoryItem
from petstock._events import EventReader, ServerEvent
from petstock._json import item_in, object_in
from petstock._list import ELEMENT_CHARS_MAX, ListReader

LIST = ' [\n{"petId":-9223372036854775808,"quantity":0,"status":"sold"} ,{"name":"Süß]","status":"available",\
"petId":9007199254740993,"more":[{}],"quantity":2147483647}]\r\n'.encode()
ITEMS = [InventoryItem(-(2**63), 0, "sold"), InventoryItem(2**53 + 1, 2**31 - 1, "available")]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1000])
def test_plain_items_and_others_may_alternate(size: int) -> None:
    plain = [InventoryItem(pet_id, 3, "pending") for pet_id in (-1, 0, 10**17)]
    other = '{ "petId" : 9223372036854775807, "quantity":3, "status":"pending" }'
    texts = [f'{{"petId":{each.pet_id},"quantity":3,"status":"pending"}}' for each in plain]
    text = f"[{texts[0]},{texts[1]} , {other},{texts[2]}]".encode()
    reader = ListReader()
    items = [item for at in range(0, len(text), size) for item in reader.push(text[at : at + size])]
    assert items == [*plain[:2], (2**63 - 1, 3, "pending"), plain[2]]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1000])
def test_a_list_in_chunks_of_any_size_has_its_items(size: int) -> None:
    reader = ListReader()
    items = [item for at in range(0, len(LIST), size) for item in reader.push(LIST[at : at + size])]
    assert items == ITEMS
    assert reader.is_complete


def test_a_list_that_breaks_off_anywhere_is_not_complete() -> None:
    for end in range(len(LIST.rstrip())):
        reader = ListReader()
        assert (
            reader.push(LIST[:end])
            == ITEMS[: LIST[:end].count(b'"sold"}') + LIST[:end].count(b"2147483647}")]
        )
        assert not reader.is_complete


@pytest.mark.parametrize(
    "text",
    [
        "null",
        "{}",
        "[1]",
        '{"petId":1,"quantity":2,"status":"sold"}',
        '[,{"petId":1,"quantity":2,"status":"sold"}]',
        '[{"petId":1,"quantity":2,"status":"sold"}{"petId":2,"quantity":2,"status":"sold"}]',
        "[,]",
        "[{}]",
        "[[]]",
        '[{"petId":1,"quantity":2,"status":"sold"}{',
        '[{"petId":1,"quantity":2,"status":"sold"},]',
        '[{"petId":1,"quantity":2,"status":"sold"}]]',
        '[{"petId":1.0,"quantity":2,"status":"sold"}]',
        '[{"petId":true,"quantity":2,"status":"sold"}]',
        '[{"petId":9223372036854775808,"quantity":2,"status":"sold"}]',
        '[{"petId":1,"quantity":-1,"status":"sold"}]',
        '[{"petId":1,"quantity":NaN,"status":"sold"}]',
        '[{"petId":1,"quantity":2,"status":"eaten"}]',
        "[{" + "x" * ELEMENT_CHARS_MAX,
        '[{"a":' + "[" * 100_000,
    ],
)
def test_other_texts_are_no_list(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        ListReader().push(text.encode())


def test_deeply_nested_json_is_no_object() -> None:
    with pytest.raises(ValueError, match="nested"):
        object_in('{"a":' + "[" * 100_000)


def test_an_item_ignores_unknown_members() -> None:
    assert item_in({"petId": 1, "quantity": 2, "status": "sold", "chip": None}) == (1, 2, "sold")


EVENTS = (
    "\ufeff: a comment\r\n\r\nevent: changes\rid: W/1\ndata: one\ndata:two\r\n\r\ndata\n\nevent: gone\ndata: ü\n\ndata: cut"
).encode()


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_events_in_chunks_of_any_size_are_the_same(size: int) -> None:
    reader = EventReader()
    events = [event for at in range(0, len(EVENTS), size) for event in reader.push(EVENTS[at : at + size])]
    assert events == [
        ServerEvent("changes", "one\ntwo"),
        ServerEvent("message", ""),
        ServerEvent("gone", "ü"),
    ]
