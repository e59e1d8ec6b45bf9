// Sessions: signing in and out, stored keys, rejected and read-only keys, and a lost network.

import { describe, expect, test } from "bun:test";
import { KEY_RECORD, KEY_STORES } from "../../../src/dashboard/state/records.ts";
import { KnownPets } from "../../../src/dashboard/count/known-pets.ts";
import { makeKey } from "../../../src/keys/format.ts";
import { TestService } from "../../support/service.ts";
import { quantities, revokeKey } from "../../support/stock.ts";
import { until } from "../../support/until.ts";
import { isAdmin, isList, isUpdate, isUpdateOf } from "./network.ts";
import { TestPage, TestStorage } from "./page.ts";
import { startShop } from "./shop.ts";

const WRONG_KEY = `petstock_${"a".repeat(38)}`;

const { service, key } = await startShop(["1,5,available", "2,10,pending"]);

const MISTYPED = "This key is mistyped or not complete. Copy the whole key, and paste it again.";

test.each([
  ["not a key", "This is not an API key. Keys start with petstock_"],
  ["http://127.0.0.1:8080/#key=", "This link holds no API key. Keys start with petstock_"],
  ["petstock_abc", "This key is not complete. Copy the whole key, and paste it again."],
  [WRONG_KEY, MISTYPED],
  [makeKey(), "This service does not know this key. Was it made for another one?"],
])("the key %j is refused with the reason", async (typed, message) => {
  using page = await TestPage.open(service);
  page.dashboard.session.signIn(typed, { remember: true });
  await page.until("the message", ({ session }) => session.message === message);
  expect(page.state.session).toMatchObject({ phase: "out", checking: false, remember: true });
  await page.signIn(`  ${key}\n`);
  expect(page.state.session.message).toBeUndefined();
});

describe("a key that has ended is refused with the reason", () => {
  test("revoked", async () => {
    const gone = await service.makeKey("--name", "revoked");
    await revokeKey(service, gone, "revoked");
    using page = await TestPage.open(service);
    page.dashboard.session.signIn(gone, { remember: true });
    await page.until("the message", ({ session }) => session.message !== undefined);
    expect(page.state.session.message).toBe("This key was revoked. Ask for another one.");
  });

  test("expired, and since when if this browser knows", async () => {
    const brief = await service.makeKey("--name", "brief", "--expires", "1s");
    await until("the key to expire", async () => (await service.list(brief)).status === 401);
    using page = await TestPage.open(service);
    page.dashboard.session.signIn(brief, { remember: true });
    await page.until("the message", ({ session }) => session.message !== undefined);
    expect(page.state.session.message).toBe("This key has expired. Ask for another one.");
    const storage = new TestStorage();
    storage.locals.set("petstock-api-key", brief);
    storage.locals.set("petstock-api-key-expires", new Date(Date.now() - 1_000).toISOString());
    using other = await TestPage.open(service, { storage });
    await other.until("the message", ({ session }) => session.message !== undefined);
    expect(other.state.session.message).toMatch(
      /^This key expired on .*\d.* at .*\d.*\. Ask for another one\.$/,
    );
    expect(storage.locals.size).toBe(0);
  });
});

test("while the service cannot be reached, signing in says so, and goes on by itself", async () => {
  using page = await TestPage.open(service);
  const restore = page.network.drop(() => true);
  page.dashboard.session.signIn(key, { remember: true });
  await page.until("the message", ({ session }) => session.message !== undefined);
  expect(page.state.session).toMatchObject({
    phase: "out",
    checking: true,
    message: "Cannot reach the service. Trying again…",
  });
  restore();
  await page.untilLoaded();
  expect(page.state.session.message).toBeUndefined();
});

test("a key that waits for the service signs nobody in after something else was typed", async () => {
  using page = await TestPage.open(service);
  const restore = page.network.drop(() => true);
  page.dashboard.session.signIn(key, { remember: true });
  await page.until("the message", ({ session }) => session.message !== undefined);
  page.dashboard.session.signIn("hunter2", { remember: true });
  restore();
  const sent = page.network.sent.length;
  using other = await TestPage.open(service, { key });
  expect(other.state.session.phase).toBe("in");
  expect(page.network.sent.length).toBe(sent);
  expect(page.state.session).toMatchObject({ phase: "out", checking: false });
});

test("a stored text that is no key leads to the sign-in form", async () => {
  const storage = new TestStorage();
  storage.locals.set("petstock-api-key", "not a key\u0000");
  using page = await TestPage.open(service, { storage });
  expect(page.state.session).toMatchObject({ phase: "out", checking: false });
  await page.signIn(key, { remember: true });
  expect(storage.locals.get("petstock-api-key")).toBe(key);
});

test("beyond a limit on requests, signing in says so, and goes on by itself", async () => {
  await using limited = await TestService.start({
    rows: ["1,5,available"],
    args: ["--refusal-limit", "1/h"],
  });
  const valid = await limited.makeKey();
  using page = await TestPage.open(limited);
  for (const message of [
    /not known|does not know/,
    /^Too many requests from here just now\. Trying again in \d+ s…$/,
  ]) {
    page.dashboard.session.signIn(makeKey(), { remember: true });
    await page.until(String(message), ({ session }) => message.test(session.message ?? ""));
  }
  await page.signIn(valid);
});

describe("a key to remember", () => {
  test("is stored when it works, and signs in by itself until a sign-out", async () => {
    const storage = new TestStorage();
    {
      using page = await TestPage.open(service, { storage });
      expect(page.state.session.remember).toBe(true);
      page.dashboard.session.signIn(WRONG_KEY, { remember: true });
      await page.until("the refusal", ({ session }) => session.message !== undefined);
      expect(storage.locals.size).toBe(0);
      await page.signIn(key, { remember: true });
      expect([...storage.locals.values()]).toEqual([key]);
    }
    using reloaded = await TestPage.open(service, { storage });
    expect(reloaded.state.session).toMatchObject({ phase: "in", checking: true });
    await reloaded.untilLoaded();
    reloaded.dashboard.session.signOut();
    expect(storage.locals.size).toBe(0);
  });

  test("is removed when the service rejects it", async () => {
    const storage = new TestStorage();
    const doomed = await service.makeKey("--name", "doomed");
    using page = await TestPage.open(service, { key: doomed, remember: true, storage });
    await revokeKey(service, doomed, "doomed");
    await page.until("the refusal", ({ session }) => session.phase === "refused");
    expect(page.state.session.message).toBe("This key was revoked. Ask for another one.");
    expect(storage.locals.size).toBe(0);
  });

  test("that was revoked since leads to the sign-in form", async () => {
    const storage = new TestStorage();
    const away = await service.makeKey("--name", "away");
    storage.locals.set("petstock-api-key", away);
    await revokeKey(service, away, "away");
    using page = await TestPage.open(service, { storage });
    await page.until("the sign-in form", ({ session }) => session.phase === "out");
    expect(page.state.session.message).toBe("This key was revoked. Ask for another one.");
  });

  test("is used, but not stored, where the browser blocks storage", async () => {
    const storage = new TestStorage();
    storage.isBlocked = true;
    using page = await TestPage.open(service, { key, remember: true, storage });
    await page.sees("This browser cannot store the key: sign in again after a reload");
    page.dashboard.session.signOut();
    expect(page.state.session.phase).toBe("out");
  });
});

test("what the key may read is kept only while the browser stores the key", async () => {
  const storage = new TestStorage();
  const kept = async (): Promise<number> => {
    const records = await Promise.all(KEY_STORES.map((store) => storage.records(store).get(KEY_RECORD)));
    return records.filter((record) => record !== undefined).length;
  };
  const signIn = async (): Promise<TestPage> => {
    const page = await TestPage.open(service, { key, remember: true, storage });
    await page.until("the key to be known", ({ me }) => me !== undefined);
    await new KnownPets(page.dashboard).keep();
    await until("both records", async () => (await kept()) === KEY_STORES.length);
    return page;
  };
  using signedOut = await signIn();
  signedOut.dashboard.session.signOut();
  await until("nothing to be kept", async () => (await kept()) === 0);
  using shared = await signIn();
  shared.dashboard.session.shareComputer();
  await until("nothing to be kept", async () => (await kept()) === 0);
});

test("on a shared computer the key is stored nowhere, and the next sign-in is for the tab only, too", async () => {
  const storage = new TestStorage();
  storage.locals.set("petstock-api-key", "petstock_of-somebody-else");
  using page = await TestPage.open(service, { storage });
  page.dashboard.session.signOut();
  await page.signIn(key, { remember: false });
  expect([...storage.locals]).toEqual([["petstock-shared-computer", "yes"]]);
  expect([storage.sessions.size, page.address.steps]).toEqual([0, [""]]);
  using next = await TestPage.open(service, { storage });
  expect(next.state.session).toMatchObject({ phase: "out", remember: false });
});

test("the copy of the key that earlier versions kept for the tab is removed", async () => {
  const storage = new TestStorage();
  storage.sessions.set("petstock-api-key", key);
  using _ = await TestPage.open(service, { storage });
  expect(storage.sessions.size).toBe(0);
});

test("a sign-out signs out all tabs of the browser, and clears their state", async () => {
  const storage = new TestStorage();
  using page = await TestPage.open(service, { key, remember: true, storage });
  using other = await TestPage.open(service, { key, storage });
  other.edit(1, "6");
  await other.sees("Saved: pet 1, 5 → 6");
  page.dashboard.session.signOut();
  await other.until("the other tab to sign out", ({ session }) => session.phase === "out");
  expect(other.state).toMatchObject({ undoable: [], notice: undefined });
  expect(other.dashboard.pets.size).toBe(0);
  const requests = other.network.sent.length;
  await page.signIn(key);
  await service.update(key, 1, 7);
  await page.shows(1, 7);
  expect(other.network.sent.length).toBe(requests);
});

test("a read-only key shows everything, and edits nothing", async () => {
  using page = await TestPage.open(service, { key: await service.makeKey("--read-only") });
  await page.until("the key to be known as read-only", ({ readOnly }) => readOnly);
  page.edit(1, "9");
  page.dashboard.transfer.openImport(new File(["petId,quantity\n1,9"], "count.csv"));
  expect(page.state).toMatchObject({ editing: undefined, transfer: undefined });
  expect(page.network.countOf(isUpdate)).toBe(0);
  expect(await quantities(service, key)).toBe("5 10");
});

test("where a proxy denies the Admin API, a read-only key is detected, too", async () => {
  using page = await TestPage.open(service);
  page.network.deny(isAdmin);
  await page.signIn(await service.makeKey("--read-only"));
  await page.until("the key to be known as read-only", ({ readOnly }) => readOnly);
  expect(page.state.me).toBeUndefined();
  expect(await quantities(service, key)).toBe("5 10");
});

test("the request that detects a read-only key there changes nothing", async () => {
  using page = await TestPage.open(service);
  page.network.deny(isAdmin);
  await page.signIn(key);
  const tag = (await service.list(key)).headers.get("ETag");
  await until("the update", () => page.network.countOf(isUpdate) === 1);
  await until("more lists", () => page.network.countOf(isList) > 5);
  expect(page.state.readOnly).toBe(false);
  expect((await service.list(key)).headers.get("ETag")).toBe(tag);
});

test("a key that is rejected during an edit loses nothing that was typed", async () => {
  const doomed = await service.makeKey("--name", "typing");
  using page = await TestPage.open(service, { key: doomed });
  page.dashboard.editor.begin(page.row(2)!);
  page.dashboard.editor.type("42");
  await revokeKey(service, doomed, "typing");
  await page.until("the refusal", ({ session }) => session.phase === "refused");
  await page.signIn(key);
  expect(page.state.editing!.text).toBe("42");
  page.dashboard.editor.commit();
  await page.sees("Saved: pet 2, 10 → 42");
});

test("without a network the page keeps its rows, reports since when, and recovers by itself", async () => {
  using page = await TestPage.open(service, { key });
  const restore = page.network.drop(() => true);
  await page.until("the page to be offline", ({ offlineSince }) => offlineSince !== undefined);
  const since = page.state.offlineSince;
  expect(page.row(2)!.quantity).toBe(10);
  const sent = page.network.sent.length;
  await until("another attempt", () => page.network.sent.length > sent);
  expect(page.state.offlineSince).toBe(since!);
  await service.update(key, 2, 70);
  restore();
  await page.shows(2, 70);
  expect(page.state.offlineSince).toBeUndefined();
});

describe("after another user has signed in on the same page", () => {
  test("neither a queued save nor a queued undo of the first session is sent", async () => {
    const other = await service.makeKey();
    using page = await TestPage.open(service, { key });
    const release = page.network.hold(isUpdateOf(2));
    page.edit(2, "61");
    page.edit(2, "62");
    page.dashboard.undoStack.undoNewest();
    page.dashboard.session.signOut();
    await page.signIn(other);
    release();
    await page.shows(2, 61);
    // Queued behind everything that was to be sent for the pet before.
    page.edit(2, "90");
    await page.sees("Saved: pet 2, 61 → 90");
    const sent = page.network.sent.filter(isUpdateOf(2));
    expect(sent.map(({ apiKey, quantity }) => [apiKey, quantity])).toEqual([
      [key, 61],
      [other, 90],
    ]);
  });

  test("a rejection of the first key does not concern the second", async () => {
    const gone = await service.makeKey("--name", "gone");
    using page = await TestPage.open(service, { key: gone });
    const release = page.network.hold(isUpdateOf(2));
    page.edit(2, "61");
    page.dashboard.session.signOut();
    await revokeKey(service, gone, "gone");
    await page.signIn(key);
    release();
    page.edit(2, "90");
    await page.sees("Saved: pet 2, 10 → 90");
    expect(page.state.session.phase).toBe("in");
  });
});
