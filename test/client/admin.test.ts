// PetstockAdmin: every operation of the Admin API, with exact ids, typed errors, and retries that change nothing twice.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  type Change,
  type Fetch,
  InsufficientStockError,
  PetstockAdmin,
  PetstockError,
  type Row,
} from "../../src/client/client.ts";
import { ENGINES } from "../cli/engine-database.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";
import { AdminService } from "./admin-service.ts";
import { rejection } from "./rejection.ts";

setDefaultTimeout(120_000);

const LARGE = 9_007_199_254_740_993n;
const ROWS = ["1,5,available", "2,7,available", `${LARGE},3,sold`];

/** Loses the answer of the first request of each path that changes something: the service has done it. */
function losingAnswers() {
  const lost = new Set<string>();
  const fetch: Fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init);
    const { pathname } = new URL(url);
    if (init.method === "GET" || lost.has(pathname)) return response;
    lost.add(pathname);
    await response.body?.cancel();
    throw new TypeError("the answer was lost");
  };
  return { fetch, lost };
}

describe.each(ENGINES)("on %s", async (engine) => {
  const inventory = shared(await AdminService.of(engine, ...ROWS));
  const admin = inventory.admin();

  /** The rows of the first test again. */
  const reset = () => admin.applyRows(["petId,quantity,status", ...ROWS, ""].join("\n"), { replace: true });

  test("me, entry and snapshot", async () => {
    const { keyId, position, version, ...me } = await admin.me();
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    const own = (await admin.keys()).find(({ name }) => name === me.name);
    expect(keyId).toBe(own!.id);
    expect(me).toEqual({ name: "till", account: "default", role: "admin", expiresAt: null });
    const { revision, ...entry } = await admin.entry(LARGE);
    expect(entry).toEqual({ petId: LARGE, quantity: 3, status: "sold", tag: '"3-sold"', label: null });
    expect(revision).toBe(1);
    const snapshot = await admin.snapshot();
    expect(snapshot.position).toBe(position);
    expect((await Array.fromAsync(snapshot.items)).map(({ petId }) => petId)).toEqual([1n, 2n, LARGE]);
    expect(await rejection(admin.entry(404))).toMatchObject({ code: "pet_not_found", status: 404 });
  });

  test("changes since a position, and the error for one that is not in the history", async () => {
    await reset();
    const { position, ...nothing } = await admin.changes();
    expect(nothing).toEqual({ items: [], removed: [], labels: [], unlabeled: [] });
    await admin.applyChanges({
      changes: [
        { petId: LARGE, by: 1 },
        { petId: "2", remove: true },
      ],
    });
    const { items, removed, actors: none } = await admin.changes(position);
    expect(none).toBeUndefined();
    expect(items).toEqual([{ petId: LARGE, quantity: 4, status: "sold" }]);
    expect(removed).toEqual([2n]);
    const { actors } = await admin.changes(position, { actors: true });
    const { keyId } = await admin.me();
    expect(actors).toEqual([{ actor: "key:till", keyId, petIds: [2n, LARGE] }]);
    const gone = await rejection(admin.changes('W/"1-0123456789abcdef"'));
    expect(gone).toMatchObject({ code: "position_gone", status: 410 });
    const watch = admin.watchChanges({ since: 'W/"1-0123456789abcdef"' });
    expect(await rejection(watch.next())).toMatchObject({ code: "position_gone", status: 410 });
  });

  test("a change set of every form is one revision, and a dry run is none", async () => {
    await reset();
    const changes: Change[] = [
      { petId: 1, quantity: 6, ifMatch: '"5-available"' },
      { petId: 2n, by: -7 },
      { petId: LARGE, status: "available" },
      { petId: "-9223372036854775808", quantity: 1, status: "pending", create: true },
    ];
    const { position: before } = await admin.me();
    const dry = await admin.applyChanges({ changes }, { dryRun: true });
    expect(dry).toMatchObject({ created: 1, updated: 3, removed: 0, unchanged: 0, dryRun: true });
    expect((await admin.me()).position).toBe(before);
    const result = await admin.applyChanges({ reason: "counted", note: "shelf “3”", changes });
    expect(result).toMatchObject({ created: 1, updated: 3, dryRun: false });
    const movements = await Array.fromAsync(admin.movements({ revision: result.revision }));
    const followed = await admin.movementPage({ order: "asc", afterRevision: result.revision - 1 });
    expect(followed).toEqual({ entries: movements, next: null, through: result.revision });
    const { requestId } = movements[0]!;
    expect(await Array.fromAsync(admin.movements({ requestId: requestId! }))).toEqual(movements);
    expect(movements.map(({ petId, reason, note }) => [petId, reason, note])).toEqual(
      [-(2n ** 63n), 1n, 2n, LARGE].map((petId) => [petId, "counted", "shelf “3”"]),
    );
  });

  test("problems and conflicts are on the error, with exact ids", async () => {
    await reset();
    const problems = await rejection(admin.applyChanges({ changes: [{ petId: LARGE + 1n, quantity: 1 }] }));
    expect(problems).toBeInstanceOf(PetstockError);
    expect(problems).toMatchObject({
      code: "invalid_changes",
      problems: [{ index: 0, petId: LARGE + 1n, code: "pet_not_found" }],
      problemsTotal: 1,
      conflicts: [],
      mayBeApplied: false,
    });
    const stale: Change = { petId: LARGE, quantity: 1, ifMatch: '"9-sold"' };
    expect(await rejection(admin.applyChanges({ changes: [stale] }))).toMatchObject({
      code: "precondition_failed",
      conflicts: [{ petId: LARGE, quantity: 3, status: "sold" }],
      conflictsTotal: 1,
    });
    const bad = await rejection(admin.applyRows("petId,quantity\n1,x\n"));
    expect(bad).toMatchObject({ code: "invalid_changes", problems: [{ line: 2 }] });
    const short = await rejection(admin.applyChanges({ changes: [{ petId: LARGE, by: -5 }] }));
    expect(short).toBeInstanceOf(InsufficientStockError);
    expect(short).toBeInstanceOf(PetstockError);
    const shortage = { index: 0, petId: LARGE, quantity: 3, by: -5 };
    expect(short).toMatchObject({
      name: "InsufficientStockError",
      code: "insufficient_stock",
      status: 409,
      problems: [{ ...shortage, code: "insufficient_stock" }],
      mayBeApplied: false,
    });
    expect((short as InsufficientStockError).shortages).toEqual([shortage]);
    // One pet that is missing makes the whole change set invalid, and is not a shortage.
    const mixed = {
      changes: [
        { petId: 404, by: -1 },
        { petId: LARGE, by: -5 },
      ],
    };
    expect(await rejection(admin.applyChanges(mixed))).not.toBeInstanceOf(InsufficientStockError);
  });

  test("rows as objects, from an iterator, as CSV and as NDJSON", async () => {
    await reset();
    const rows: Row[] = [
      { petId: LARGE, quantity: 8 },
      { petId: 9, quantity: 1, status: "pending" },
    ];
    expect(await admin.applyRows(rows, { reason: "received" })).toMatchObject({ created: 1, updated: 1 });
    async function* arriving() {
      for (const row of rows) yield { ...row, quantity: 2 };
    }
    expect(await admin.applyRows(arriving())).toMatchObject({ updated: 2 });
    expect(await admin.applyRows("petId,quantity\n9,3\n", { dryRun: true })).toMatchObject({ updated: 1 });
    const ndjson = new Blob(['{"petId":9,"quantity":3}\n']);
    expect(await admin.applyRows(ndjson, { format: "ndjson" })).toMatchObject({ updated: 1 });
    const { position } = await admin.me();
    const guarded = () => admin.applyRows([{ petId: 1, quantity: 1 }], { ifUnchangedSince: position });
    expect(await guarded()).toMatchObject({ updated: 1 });
    expect(await rejection(guarded())).toMatchObject({ code: "changed_since" });
  });

  test("a change whose answer is lost is sent again and applied once; what cannot be repeated may be applied", async () => {
    await reset();
    const { fetch, lost } = losingAnswers();
    const lossy = inventory.admin({ fetch });
    const { revision } = await lossy.applyChanges({ changes: [{ petId: 1, by: 1 }] });
    expect([...lost]).toEqual(["/admin/v1/revisions"]);
    expect(await admin.entry(1)).toMatchObject({ quantity: 6, revision });
    const undone = await lossy.undo(revision);
    expect(undone).toMatchObject({ updated: 1, revision: revision + 1 });
    expect([...lost]).toContain(`/admin/v1/revisions/${revision}/undo`);
    expect(await admin.entry(1)).toMatchObject({ quantity: 5, revision: revision + 1 });
    const created = await rejection(lossy.createKey({ name: "lost till", role: "clerk" }));
    // A secret is answered once. The retry learns which key it is, whose secret can be replaced.
    const { id } = (await admin.keys()).find(({ name }) => name === "lost till")!;
    expect(created).toMatchObject({ code: "key_made", keyId: id });
    expect(await admin.rotateKey(id, { overlap: "0s" })).toMatchObject({ replaces: id });
    const given = { idempotencyKey: "once" };
    const first = await admin.applyChanges({ changes: [{ petId: 2, by: 1 }] }, given);
    expect(await admin.applyChanges({ changes: [{ petId: 2, by: 1 }] }, given)).toEqual(first);
    expect(await rejection(admin.applyChanges({ changes: [{ petId: 2, by: 2 }] }, given))).toMatchObject({
      code: "idempotency_mismatch",
    });
  });

  test("the ledger and the activity are read page by page, as far as they are wanted", async () => {
    await reset();
    const client = inventory.client();
    await client.updateInventory(1, 6, { reason: "received", note: "Lieferung 7 → Regal" });
    for (const quantity of [7, 8, 9]) await client.updateInventory(1, quantity);
    const paths: string[] = [];
    const fetch: Fetch = (url, init) => {
      paths.push(url);
      return globalThis.fetch(url, init);
    };
    const paged = inventory.admin({ fetch });
    const quantities = await Array.fromAsync(paged.movements({ petId: 1, pageSize: 2 }));
    expect(quantities.slice(0, 4).map(({ after }) => after?.quantity)).toEqual([9, 8, 7, 6]);
    expect(quantities[3]).toMatchObject({ reason: "received", note: "Lieferung 7 → Regal" });
    expect(paths.length).toBeGreaterThan(2);
    paths.length = 0;
    for await (const { quantityChange } of paged.revisions({ pageSize: 1 })) {
      expect(quantityChange).toBeGreaterThan(0);
      break;
    }
    expect(paths).toHaveLength(1);
    expect(await Array.fromAsync(admin.movements({ since: new Date(Date.now() + 60_000) }))).toEqual([]);
    expect((await admin.totals({ step: "hour", since: new Date(Date.now() - 60_000) })).at(-1)).toMatchObject(
      {
        quantity: 19,
        sold: 1,
      },
    );
  });

  test("undo, with what has changed since", async () => {
    await reset();
    const { revision } = await admin.applyRows([
      { petId: 1, quantity: 1 },
      { petId: LARGE, quantity: 1 },
    ]);
    await admin.applyChanges({ changes: [{ petId: LARGE, quantity: 2 }] });
    expect(await rejection(admin.undo(revision))).toMatchObject({
      code: "changed_since",
      conflicts: [{ petId: LARGE, quantity: 2, status: "sold" }],
    });
    expect(await admin.undo(revision, { skipChanged: true, dryRun: true })).toMatchObject({ dryRun: true });
    expect(await admin.undo(revision, { skipChanged: true })).toMatchObject({ updated: 1, skipped: [LARGE] });
  });

  test("labels, as objects and as CSV, guarded by their tag", async () => {
    const none = await admin.labels();
    const label = { petId: LARGE, name: "Süß", kind: null, code: "007", low: 2 };
    expect(await admin.putLabels([label], { dryRun: true })).toMatchObject({ created: 1, dryRun: true });
    expect(await admin.putLabels([label], { ifMatch: none.etag })).toMatchObject({ created: 1 });
    expect(await rejection(admin.putLabels([label], { ifMatch: none.etag }))).toMatchObject({
      code: "precondition_failed",
    });
    const read = await admin.labels();
    expect(read.labels).toEqual([label]);
    expect(await admin.labels({ known: read })).toBe(read);
    expect((await admin.labels({ known: none })).labels).toEqual([label]);
    expect(await admin.putLabels("petId,name\n1,Rex\n", { replace: true })).toMatchObject({
      created: 1,
      removed: 1,
    });
    expect((await admin.entry(1)).label).toMatchObject({ name: "Rex" });
    await admin.putLabels([{ petId: 1, name: "Max" }], { reason: "correction", note: "shelf “3”" });
    expect((await admin.movements({ petId: 1 }).next()).value).toMatchObject({
      before: { quantity: 5 },
      after: { quantity: 5 },
      label: { before: { name: "Rex" }, after: { name: "Max" } },
      reason: "correction",
      note: "shelf “3”",
    });
  });

  const REX = { petId: 1n, name: "Rex", kind: "dog", code: null, low: null };
  const TOM = { petId: 2n, name: "Tom", kind: null, code: null, low: 1 };

  test("a change set changes labels beside and without stock, and its undo brings them back", async () => {
    await reset();
    await admin.putLabels([REX, TOM], { replace: true });
    const { position } = await admin.me();
    const changes: Change[] = [
      { petId: 1, quantity: 6, label: { kind: null, code: "0012" }, ifLabel: { name: "Rex" } },
      { petId: 2, remove: true, label: null },
      { petId: LARGE, label: { name: "Mia" }, ifLabel: null },
    ];
    const { revision, ...counts } = await admin.applyChanges({ changes });
    expect(counts).toMatchObject({ updated: 1, removed: 1, relabelled: 3, unchanged: 0 });
    const { labels, unlabeled } = await admin.changes(position);
    const mia = { name: "Mia", kind: null, code: null, low: null };
    expect(labels.toSorted((a, b) => Number(a.petId - b.petId))).toEqual([
      { ...REX, kind: null, code: "0012" },
      { petId: LARGE, ...mia },
    ]);
    expect(unlabeled).toEqual([2n]);
    const [one, two, large] = await Array.fromAsync(admin.movements({ revision }));
    expect(one?.label).toMatchObject({ before: { kind: "dog" }, after: { kind: null, code: "0012" } });
    expect([two?.after, two?.label?.after]).toEqual([null, null]);
    expect(large?.label).toEqual({ before: null, after: mia });
    expect((await admin.revisions().next()).value).toMatchObject({ pets: 3, labels: 3 });
    expect(await admin.undo(revision)).toMatchObject({ created: 1, updated: 1, relabelled: 3 });
    expect((await admin.labels()).labels).toEqual([REX, TOM]);
  });

  test("a conflict has the label as it is, null if there is none", async () => {
    await reset();
    await admin.putLabels([REX], { replace: true });
    const changes: Change[] = [
      { petId: 1, by: 1, ifLabel: { name: "Max" } },
      { petId: LARGE, label: { name: "Mia" }, ifLabel: { name: "Tom" } },
    ];
    const { petId: _, ...label } = REX;
    expect(await rejection(admin.applyChanges({ changes }))).toMatchObject({
      code: "precondition_failed",
      conflicts: [
        { petId: 1n, quantity: 5, status: "available", label },
        { petId: LARGE, label: null },
      ],
    });
  });

  test("rows with labels, with and without stock, leave the other members as they are", async () => {
    await reset();
    await admin.putLabels([REX, TOM], { replace: true });
    const rows: Row[] = [
      { petId: 1, name: "Max" },
      { petId: 2, quantity: 3, low: null },
      { petId: 7, quantity: 1, status: "pending", name: "Kim" },
    ];
    expect(await admin.applyRows(rows)).toMatchObject({ created: 1, updated: 1, relabelled: 3 });
    expect(await admin.entry(1)).toMatchObject({ quantity: 5, label: { ...REX, name: "Max" } });
    expect(await admin.entry(2)).toMatchObject({ quantity: 3, label: { ...TOM, low: null } });
    expect(await admin.entry(7)).toMatchObject({ status: "pending", label: { name: "Kim" } });
  });

  test("keys are created, rotated and revoked, and refusals have their codes", async () => {
    const created = await admin.createKey({ name: "shelf", role: "clerk", expiresIn: "90d" });
    const { key, id, role, createdBy } = created;
    expect(role).toBe("clerk");
    expect(createdBy).toMatchObject({ actor: expect.stringMatching(/^key:/), keyId: expect.any(String) });
    const clerk = inventory.admin({ apiKey: key });
    expect((await clerk.me()).name).toBe("shelf");
    expect(await rejection(clerk.keys())).toMatchObject({ code: "insufficient_role", status: 403 });
    const successor = await admin.rotateKey(id, { overlap: "0s" });
    await until(
      "the old key to be refused",
      async () => (await clerk.me().catch(() => undefined)) === undefined,
    );
    expect(successor).toMatchObject({ createdBy, replaces: id, revokedBy: null });
    const revoked = await admin.revokeKey(successor.id);
    expect(revoked.revokedAt).not.toBeNull();
    expect(revoked.revokedBy).toEqual(createdBy);
    const { id: own } = (await admin.keys()).find(({ role: each }) => each === "admin")!;
    expect(await rejection(admin.revokeKey(own))).toMatchObject({ code: "last_admin_key" });
    expect(await rejection(admin.rotateKey("nothing"))).toMatchObject({ code: "key_not_found" });
  });

  test("a stream gives each change in order, and ends with the signal's reason", async () => {
    await reset();
    const stop = new AbortController();
    const watch = admin.watchChanges({ signal: stop.signal, actors: true });
    expect((await watch.next()).value).toMatchObject({ items: [], removed: [], actors: [] });
    for (const quantity of [11, 12, 13]) {
      const next = watch.next();
      await inventory.client().updateInventory(LARGE, quantity);
      expect((await next).value).toMatchObject({ items: [{ petId: LARGE, quantity, status: "sold" }] });
    }
    const renamed = watch.next();
    await admin.applyChanges({ changes: [{ petId: 1, label: { name: "Ada" } }] });
    expect((await renamed).value).toMatchObject({
      items: [],
      labels: [{ petId: 1n, name: "Ada" }],
      unlabeled: [],
      actors: [{ actor: "key:till", petIds: [1n] }],
    });
    const unlabeled = watch.next();
    await admin.applyChanges({ changes: [{ petId: 1, label: null }] });
    expect((await unlabeled).value).toMatchObject({ items: [], labels: [], unlabeled: [1n] });
    const next = watch.next();
    stop.abort("enough");
    expect(await rejection(next)).toBe("enough");
  });
});

test("what cannot be sent is refused before a request", async () => {
  const admin = new PetstockAdmin({ url: "http://127.0.0.1:1", apiKey: "k", retries: 0 });
  const notExact: Change = { petId: 2 ** 53, quantity: 1 };
  expect(await rejection(admin.applyChanges({ changes: [notExact] }))).toBeInstanceOf(TypeError);
  expect(await rejection(admin.applyRows([{ petId: "01", quantity: 1 }]))).toBeInstanceOf(TypeError);
  expect(await rejection(admin.totals({ since: new Date(Number.NaN) }))).toBeInstanceOf(TypeError);
  const long = { idempotencyKey: "ä" };
  expect(await rejection(admin.applyChanges({ changes: [] }, long))).toBeInstanceOf(TypeError);
});
