"""Every operation against a running service: the one at PETSTOCK_URL, with an admin's PETSTOCK_API_KEY.

The tests change its inventory, so give them a service of their own. Skipped without these variables.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from datetime import datetime, timedelta, timezone

import pytest

from petstock import (
    AdjustQuantity,
    AsyncPetstock,
    AsyncPetstockAdmin,
    Change,
    ChangeLabel,
    CreatePet,
    InsufficientStockError,
    InventoryItem,
    KeyActor,
    KeyLink,
    Label,
    LabelMovement,
    LabelState,
    Petstock,
    PetstockAdmin,
    PetstockError,
    RemovePet,
    SetQuantity,
    SetStatus,
    Shortage,
    Stock,
)

URL = os.environ.get("PETSTOCK_URL", "")
KEY = os.environ.get("PETSTOCK_API_KEY", "")
LARGE = 2**53 + 1
LEAST = -(2**63)
ROWS = [InventoryItem(1, 5, "available"), InventoryItem(2, 7, "available"), InventoryItem(LARGE, 3, "sold")]
UNKNOWN_POSITION = 'W/"1-0123456789abcdef"'

pytestmark = pytest.mark.skipif(URL == "", reason="PETSTOCK_URL is not set")


@pytest.fixture
def client() -> Iterator[Petstock]:
    with Petstock(URL, KEY) as client:
        yield client


@pytest.fixture
def admin() -> Iterator[PetstockAdmin]:
    """The inventory is that of ROWS."""
    with PetstockAdmin(URL, KEY) as admin:
        admin.apply_rows(ROWS, replace=True)
        yield admin


def test_me_entry_and_snapshot(admin: PetstockAdmin) -> None:
    me = admin.me()
    assert (me.account, me.role, me.expires_at) == ("default", "admin", None)
    entry = admin.entry(LARGE)
    assert (entry.pet_id, entry.quantity, entry.status, entry.tag) == (LARGE, 3, "sold", '"3-sold"')
    snapshot = admin.snapshot()
    assert (snapshot.position, snapshot.items) == (me.position, ROWS)


def test_results_have_the_facts_of_their_answers(admin: PetstockAdmin, client: Petstock) -> None:
    items = client.list_inventory()
    assert (items, items.etag) == (ROWS, admin.me().position)
    assert items.request_id
    item = client.update_inventory(1, 6, idempotency_key=f"facts-{items.request_id}", note="shelf “3”")
    again = client.update_inventory(1, 6, idempotency_key=f"facts-{items.request_id}", note="shelf “3”")
    assert (item, item.replayed, again, again.replayed) == (again, False, (1, 6, "available"), True)
    assert next(iter(admin.movements(pet_id=1))).request_id == item.request_id


def test_changes_since_a_position(admin: PetstockAdmin) -> None:
    before = admin.changes()
    assert (before.items, before.removed, before.labels, before.unlabeled) == ((), (), (), ())
    admin.apply_changes([AdjustQuantity(LARGE, 1), RemovePet(2)])
    changes = admin.changes(before.position)
    assert (changes.items, changes.removed, changes.actors) == (((LARGE, 4, "sold"),), (2,), ())
    (group,) = admin.changes(before.position, actors=True).actors
    assert (group.key_id, group.pet_ids) == (admin.me().key_id, (2, LARGE))
    with closing(admin.watch_changes(before.position, actors=True)) as stream:
        assert next(stream).actors == (group,)
    with pytest.raises(PetstockError) as caught:
        admin.changes(UNKNOWN_POSITION)
    assert (caught.value.code, caught.value.status) == ("position_gone", 410)
    with pytest.raises(PetstockError) as caught:
        next(admin.watch_changes(UNKNOWN_POSITION))
    assert (caught.value.code, caught.value.status) == ("position_gone", 410)


def test_a_change_set_of_every_form_is_one_revision_and_a_dry_run_is_none(admin: PetstockAdmin) -> None:
    changes: list[Change] = [
        SetQuantity(1, 6, if_match=ROWS[0].etag),
        AdjustQuantity(2, -7),
        SetStatus(LARGE, "available"),
        CreatePet(LEAST, 1, "pending"),
    ]
    position = admin.me().position
    dry = admin.apply_changes(changes, dry_run=True)
    assert (dry.created, dry.updated, dry.dry_run, admin.me().position) == (1, 3, True, position)
    result = admin.apply_changes(changes, reason="counted", note="shelf “3”")
    assert (result.created, result.updated, result.removed, result.dry_run) == (1, 3, 0, False)
    movements = list(admin.movements(revision=result.revision, page_size=3))
    followed = admin.movement_page(order="asc", after_revision=result.revision - 1)
    assert (list(followed.entries), followed.next, followed.through) == (movements, None, result.revision)
    assert list(admin.movements(request_id=result.request_id)) == movements
    assert list(admin.stream_movements(revision=result.revision)) == movements
    assert list(admin.stream_movements(order="asc", after_revision=result.revision - 1)) == movements
    assert list(admin.stream_movements()) == list(admin.movements())
    assert [movement.pet_id for movement in movements] == [LEAST, 1, 2, LARGE]
    assert {(each.reason, each.note, each.request_id) for each in movements} == {
        ("counted", "shelf “3”", result.request_id)
    }
    assert (movements[0].before, movements[1].after) == (None, Stock(6, "available"))


def test_problems_and_conflicts_are_on_the_error(admin: PetstockAdmin) -> None:
    with pytest.raises(PetstockError) as caught:
        admin.apply_changes([SetQuantity(LARGE + 1, 1)])
    (problem,) = caught.value.problems
    assert (caught.value.code, caught.value.problems_total) == ("invalid_changes", 1)
    assert (problem.code, problem.index, problem.pet_id) == ("pet_not_found", 0, LARGE + 1)
    with pytest.raises(PetstockError) as caught:
        admin.apply_changes([SetQuantity(LARGE, 1, if_match='"9-sold"')])
    (conflict,) = caught.value.conflicts
    assert (caught.value.code, conflict.pet_id, conflict.quantity) == ("precondition_failed", LARGE, 3)
    with pytest.raises(InsufficientStockError) as short:
        admin.apply_changes([AdjustQuantity(LARGE, -5), AdjustQuantity(2, -1)])
    assert (short.value.code, short.value.status, short.value.problems_total) == (
        "insufficient_stock",
        409,
        1,
    )
    assert short.value.shortages == (Shortage(LARGE, quantity=3, by=-5, index=0),)
    assert admin.entry(2).quantity == 7
    with pytest.raises(PetstockError) as caught:
        admin.apply_rows("petId,quantity\n1,many\n")
    assert caught.value.problems[0].line == 2


def test_rows_are_applied_only_if_nothing_has_changed(admin: PetstockAdmin) -> None:
    position = admin.me().position
    assert (
        admin.apply_rows('{"petId":1,"quantity":8}', format="ndjson", if_unchanged_since=position).updated
        == 1
    )
    with pytest.raises(PetstockError) as caught:
        admin.apply_rows([(1, 9)], if_unchanged_since=position)
    assert caught.value.code == "changed_since"
    assert caught.value.may_be_applied is False


def test_a_plan_is_applied_as_previewed_or_not_at_all(admin: PetstockAdmin) -> None:
    quantity = admin.entry(1).quantity
    dry = admin.apply_rows([(1, quantity + 1)], dry_run=True, preview=10)
    assert dry.preview is not None
    assert dry.plan is not None
    (row,) = dry.preview.updated
    assert (row.pet_id, row.line, row.before) == (1, 1, Stock(quantity, "available"))
    admin.apply_changes([AdjustQuantity(2, 1)])
    assert admin.apply_rows([(1, quantity + 1)], if_match=dry.plan).updated == 1
    with pytest.raises(PetstockError) as caught:
        admin.apply_rows([(1, quantity + 1)], if_match=dry.plan)
    assert (caught.value.code, caught.value.conflicts[0].pet_id) == ("plan_changed", 1)
    admin.apply_changes([AdjustQuantity(1, -1), AdjustQuantity(2, -1)])


def test_an_undo_can_leave_out_what_has_changed(admin: PetstockAdmin) -> None:
    result = admin.apply_changes([AdjustQuantity(1, 1), AdjustQuantity(2, 1)])
    admin.apply_changes([AdjustQuantity(2, 1)])
    with pytest.raises(PetstockError) as caught:
        admin.undo(result.revision)
    assert (caught.value.code, caught.value.conflicts[0].pet_id) == ("changed_since", 2)
    undone = admin.undo(result.revision, skip_changed=True)
    assert (undone.updated, undone.skipped, undone.skipped_total) == (1, (2,), 1)
    assert [admin.entry(1).quantity, admin.entry(2).quantity] == [5, 9]


def test_an_undo_with_a_key_is_applied_once(admin: PetstockAdmin) -> None:
    before = admin.entry(1).quantity
    result = admin.apply_changes([AdjustQuantity(1, 1)])
    first = admin.undo(result.revision, idempotency_key=f"undo-{result.revision}")
    again = admin.undo(result.revision, idempotency_key=f"undo-{result.revision}")
    assert (again.revision, again.updated) == (first.revision, 1)
    assert admin.entry(1).quantity == before
    assert next(iter(admin.movements(pet_id=1))).undoes == result.revision


def test_the_activity_and_the_totals(admin: PetstockAdmin) -> None:
    admin.apply_changes([AdjustQuantity(1, 2)], reason="received")
    first = admin.revision_page(page_size=1)
    assert (first.entries[0].reason, first.entries[0].quantity_change) == ("received", 2)
    assert first.next is not None
    second = admin.revision_page(page_size=1, cursor=first.next)
    assert second.entries[0].revision == first.entries[0].revision - 1
    assert [each.revision for _, each in zip(range(2), admin.revisions(page_size=1), strict=False)] == [
        first.entries[0].revision,
        second.entries[0].revision,
    ]
    # The service's clock may be a little ahead of this one.
    until = datetime.now(timezone.utc) + timedelta(hours=1)
    assert first.entries[0].at < until
    last = admin.totals(since=until - timedelta(hours=3), until=until, step="hour")[-1]
    assert (last.quantity, last.in_stock, last.sold) == (17, 3, 1)
    assert last.in_ >= 2


def test_labels_are_merged_guarded_and_transferred_once(admin: PetstockAdmin) -> None:
    admin.put_labels("petId,name\n2,Old\n", replace=True)
    admin.put_labels([{"pet_id": 2, "name": None}])
    result = admin.put_labels([{"pet_id": LARGE, "name": "Süß", "low": 3}])
    assert (result.created, result.dry_run) == (1, False)
    labels = admin.labels()
    assert labels == [Label(LARGE, "Süß", None, None, 3)]
    assert admin.labels(known=labels) is labels
    assert admin.entry(LARGE).label == labels[0]
    admin.put_labels("petId,code\n1,4006381333931\n", if_match=result.tag)
    assert list(admin.entries_by_code("4006381333931")) == [admin.entry(1)]
    with pytest.raises(PetstockError) as caught:
        admin.put_labels([{"pet_id": LARGE, "name": None}], if_match=result.tag)
    assert caught.value.code == "precondition_failed"


def test_a_change_set_changes_labels_and_its_undo_brings_them_back(admin: PetstockAdmin) -> None:
    admin.put_labels(
        [{"pet_id": 1, "name": "Rex", "kind": "dog"}, {"pet_id": 2, "name": "Tom"}], replace=True
    )
    before = admin.changes()
    changes: list[Change] = [
        SetQuantity(1, 6, label={"kind": None, "code": "0012"}, if_label={"name": "Rex"}),
        RemovePet(2, label=None),
        ChangeLabel(LEAST, {"name": "Mia"}, if_label=None),
    ]
    dry = admin.apply_changes(changes, dry_run=True)
    assert (dry.relabelled, admin.changes().position) == (3, before.position)
    result = admin.apply_changes(changes, reason="correction")
    assert (result.updated, result.removed, result.relabelled) == (1, 1, 3)
    after = admin.changes(before.position)
    assert set(after.labels) == {
        Label(LEAST, "Mia", None, None, None),
        Label(1, "Rex", None, "0012", None),
    }
    assert (after.unlabeled, after.removed) == ((2,), (2,))
    movements = {each.pet_id: each for each in admin.movements(revision=result.revision)}
    rex = LabelState("Rex", "dog", None, None)
    assert movements[1].label == LabelMovement(rex, LabelState("Rex", None, "0012", None))
    assert movements[LEAST].label == LabelMovement(None, LabelState("Mia", None, None, None))
    assert (movements[LEAST].before, movements[LEAST].after) == (None, None)
    assert next(admin.revisions()).labels == 3
    assert admin.undo(result.revision).relabelled == 3
    assert [(each.pet_id, each.name, each.kind) for each in admin.labels()] == [
        (1, "Rex", "dog"),
        (2, "Tom", None),
    ]


def test_a_conflict_has_the_label_as_it_is(admin: PetstockAdmin) -> None:
    admin.put_labels([{"pet_id": 1, "name": "Rex"}], replace=True, reason="correction", note="shelf “3”")
    movement = next(admin.movements(pet_id=1))
    assert (movement.reason, movement.note) == ("correction", "shelf “3”")
    for change in (
        SetQuantity(1, 9, if_label={"name": "Max"}),
        ChangeLabel(1, {"name": "Tom"}, if_label=None),
    ):
        with pytest.raises(PetstockError) as caught:
            admin.apply_changes([change])
        (conflict,) = caught.value.conflicts
        assert (caught.value.code, conflict.quantity) == ("precondition_failed", 5)
        assert conflict.label == LabelState("Rex", None, None, None)


def test_rows_may_have_labels(admin: PetstockAdmin) -> None:
    admin.put_labels([{"pet_id": 1, "name": "Rex", "kind": "dog"}], replace=True)
    result = admin.apply_rows(
        [
            {"pet_id": 1, "name": "Max"},
            {"pet_id": 2, "quantity": 8, "low": 3},
            {"pet_id": LEAST, "quantity": 1, "status": "pending", "name": "Mia"},
        ]
    )
    assert (result.created, result.updated, result.relabelled) == (1, 1, 3)
    assert admin.entry(1).label == Label(1, "Max", "dog", None, None)
    assert (admin.entry(1).quantity, admin.entry(2).quantity) == (5, 8)
    entry = admin.entry(LEAST)
    assert (entry.status, entry.label) == ("pending", Label(LEAST, "Mia", None, None, None))


def test_a_key_that_was_made_is_told_to_a_retry(admin: PetstockAdmin) -> None:
    made = admin.create_key("retried", "reader", idempotency_key="retry-1")
    with pytest.raises(PetstockError) as refused:
        admin.create_key("retried", "reader", idempotency_key="retry-1")
    assert (refused.value.code, refused.value.key_id) == ("key_made", made.id)
    with pytest.raises(PetstockError, match="idempotency_mismatch"):
        admin.create_key("other", "reader", idempotency_key="retry-1")


def test_a_hook_is_created_changed_tested_rotated_and_deleted(admin: PetstockAdmin) -> None:
    created = admin.create_hook("ERP", "https://erp.invalid/hook", ["changes", "low"])
    assert created.secret.startswith("whsec_")
    assert (created.events, created.state, created.lag) == (("changes", "low"), "active", 0)
    changed = admin.update_hook(created.id, name="Till", events=["low"], paused=True)
    assert (changed.name, changed.events, changed.state) == ("Till", ("low",), "paused")
    assert changed.pause is not None
    assert changed.pause.reason == "request"
    answer = admin.test_hook(created.id)
    assert answer.status is None
    assert answer.problem is not None
    rotated = admin.rotate_hook(created.id, overlap="1h")
    assert rotated.secret != created.secret
    assert rotated.previous_secret_until is not None
    assert [hook.id for hook in admin.hooks()] == [created.id]
    assert admin.delete_hook(created.id).id == created.id
    assert admin.hooks() == []


def test_a_key_is_created_rotated_and_revoked(admin: PetstockAdmin) -> None:
    created = admin.create_key("till-3", "reader", expires_in="1h")
    with Petstock(URL, created.key) as reader:
        assert reader.list_inventory() == ROWS
        with pytest.raises(PetstockError) as caught:
            reader.update_inventory(1, 1)
        assert (caught.value.code, caught.value.status) == ("read_only_api_key", 403)
    rotated = admin.rotate_key(created.id, overlap="0s")
    assert rotated.key != created.key
    assert (created.replaces, rotated.replaces) == (None, created.id)
    revoked = admin.revoke_key(rotated.id)
    assert revoked.revoked_at is not None
    assert created.created_by == rotated.created_by == revoked.revoked_by
    assert isinstance(created.created_by, KeyActor)
    assert created.created_by.actor.startswith("key:")
    every_key = admin.keys()
    keys = {each.id: each for each in every_key}
    assert keys[created.id].expires_at is not None
    assert keys[created.id].revoked_by == created.created_by
    assert keys[rotated.id].revoked_at is not None


def test_a_link_is_made_renewed_and_withdrawn(admin: PetstockAdmin) -> None:
    created = admin.create_link("Ana", "reader", valid_for="1h")
    assert isinstance(created.link, KeyLink)
    assert created.link.opened_at is None
    renewed = admin.renew_link(created.id)
    assert (renewed.id, len(renewed.code)) == (created.id, 22)
    assert renewed.code != created.code
    admin.revoke_key(created.id)
    with pytest.raises(PetstockError) as caught:
        admin.renew_link(created.id, valid_for="1d")
    assert caught.value.code == "key_inactive"
    till = admin.create_key("till-4", "reader")
    successor = admin.rotate_key_by_link(till.id, overlap="1h")
    assert (till.link, successor.replaces) == (None, till.id)
    with pytest.raises(PetstockError) as caught:
        admin.renew_link(till.id)
    assert caught.value.code == "key_in_use"


def test_threads_that_adjust_one_pet_lose_nothing(admin: PetstockAdmin, client: Petstock) -> None:
    with ThreadPoolExecutor(8) as threads:
        adjusted = [threads.submit(client.adjust, 1, by, rounds_max=1000) for by in [3, -1] * 20]
        assert all(each.result().pet_id == 1 for each in adjusted)
    assert admin.entry(1).quantity == 45


def test_a_watch_gives_each_change_of_other_clients(admin: PetstockAdmin, client: Petstock) -> None:
    with closing(client.watch_inventory()) as watch:
        assert next(watch).items == ROWS
        admin.apply_changes([AdjustQuantity(1, 1), RemovePet(2)])
        change = next(watch)
        assert (change.changed, change.removed) == ([(1, 6, "available")], [2])
        assert [item.pet_id for item in change.items] == [1, LARGE]


def test_the_async_clients_do_the_same(admin: PetstockAdmin) -> None:
    async def main() -> None:
        async with AsyncPetstock(URL, KEY) as client, AsyncPetstockAdmin(URL, KEY) as other:
            assert await client.list_inventory() == ROWS
            async with aclosing(client.watch_inventory()) as watch, aclosing(other.watch_changes()) as stream:
                assert (await anext(watch)).items == ROWS
                assert (await anext(stream)).items == ()
                results = await asyncio.gather(*(client.adjust(1, 1, rounds_max=1000) for _ in range(20)))
                assert max(item.quantity for item in results) == 25
                seen = 0
                while seen < 25:
                    seen = (await anext(watch)).changed[0].quantity
                assert (await anext(stream)).items[0].pet_id == 1
            async with aclosing(other.movements(pet_id=1)) as movements:
                assert (await anext(movements)).after == Stock(25, "available")

    asyncio.run(main())
