// A database that is lost right after a change: the answer is not that nothing was changed.

import { expect, setDefaultTimeout, test } from "bun:test";
import { deleteHook, rotateHook, updateHook } from "../../src/admin/hooks.ts";
import { IncomingBodies } from "../../src/admin/incoming-bodies.ts";
import { type LabelPorts, putLabels } from "../../src/admin/labels.ts";
import type { HookPorts } from "../../src/admin/hook-replies.ts";
import type { Listener } from "../../src/http/client-address.ts";
import type { Operation, Reply } from "../../src/http/operation.ts";
import { newHook } from "../../src/hooks/new-hook.ts";
import { systemClock } from "../../src/inventory/clock.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { KeyEndings } from "../../src/keys/key-endings.ts";
import type { SqliteStore } from "../../src/sqlite/store.ts";
import { keyRecord } from "../store/keys-suite.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(30_000);

const caller = { ...keyRecord(1, { name: "chief", role: "admin" }), lineage: "chief" };
const lost = () => Promise.reject(new StoreError("unavailable", "the database is away"));
const listener = { timeout: () => {} } as unknown as Listener;

const ports = {
  authenticate: () => caller,
  bodies: new IncomingBodies(new KeyEndings(() => true)),
  log: silent,
  clock: systemClock,
};

function ask(operation: Operation, id: string, body?: object): Promise<Reply> {
  const init = { method: "POST", ...(body !== undefined && { body: JSON.stringify(body) }) };
  const request = Object.assign(new Request("http://localhost/", init), { params: { id } });
  return Promise.resolve(operation(request, "request-1", listener));
}

async function openStore(folder: TemporaryFolder): Promise<SqliteStore> {
  const store = await openSqlite(folder.file("petstock.db"), { create: true });
  await store.keys.create(caller);
  return store;
}

test("labels that were changed are answered with 200 and their tag", async () => {
  using folder = new TemporaryFolder();
  await using store = await openStore(folder);
  const labels = Object.assign(Object.create(store.labels), { position: lost });
  const operation = putLabels({
    ...ports,
    store: { stageImport: () => store.stageImport(), labels },
    feed: { wake: () => {} },
  } as unknown as LabelPorts);
  const put = () => ask(operation, "", { labels: [{ petId: 1, name: "Rex" }] });
  const answer = JSON.parse(String((await put()).body));
  expect(answer).toMatchObject({ created: 1, revision: 1, tag: expect.stringMatching(/^"1-/) });
  expect(await store.labels.get(1n)).toMatchObject({ name: "Rex" });
  // Nothing changes, so the tag is read, and the answer that nothing was changed is true.
  await expect(put()).rejects.toMatchObject({ code: "unavailable" });
});

test.each([
  ["changed", updateHook],
  ["rotated", rotateHook],
  ["deleted", deleteHook],
])("a hook is not %s while the inventory's position, which the answer needs, is unknown", async (_, make) => {
  using folder = new TemporaryFolder();
  await using store = await openStore(folder);
  const position = await store.hooks.position();
  const facts = { name: "web shop", url: "https://shop.example/", position, createdBy: caller.createdBy };
  const hook = newHook(systemClock, { ...facts, events: ["changes"] });
  await store.hooks.create(hook);
  const operation = make({ ...ports, store, snapshot: { current: lost } } as unknown as HookPorts);
  await expect(ask(operation, hook.id, { name: "other" })).rejects.toMatchObject({ code: "unavailable" });
  expect(await store.hooks.list()).toEqual([hook]);
});
