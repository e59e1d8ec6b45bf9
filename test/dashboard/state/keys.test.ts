// The page of keys: the list, and what becomes of keys that are made, replaced and revoked.

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Key } from "../../../src/client/client.ts";
import { signIn } from "../../../src/client/sign-in.ts";
import { isUsable, ownKey, sorted, stateOf } from "../../../src/dashboard/keys/key-facts.ts";
import { type KeyDialog, KeyManager } from "../../../src/dashboard/keys/key-manager.ts";
import { TestService } from "../../support/service.ts";
import { revokeKey } from "../../support/stock.ts";
import { until } from "../../support/until.ts";
import type { Matches } from "./network.ts";
import { TestPage } from "./page.ts";

setDefaultTimeout(60_000);

let service: TestService;
let page: TestPage;
let manager: KeyManager;

beforeEach(async () => {
  service = await TestService.start({ rows: ["1,5,available"] });
  page = await TestPage.open(service, { key: await service.makeKey("--name", "Ana", "--role", "admin") });
  manager = new KeyManager(page.dashboard);
  await manager.load();
});

afterEach(async () => {
  page[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const isChange: Matches = ({ method }) => method === "POST" || method === "DELETE";

function keyOf(name: string): Key {
  return manager.store.state.items!.find((key) => key.name === name)!;
}

function dialogOf<K extends KeyDialog["kind"]>(kind: K): Extract<KeyDialog, { kind: K }> {
  const { dialog } = manager.store.state;
  expect(dialog?.kind).toBe(kind);
  return dialog as Extract<KeyDialog, { kind: K }>;
}

describe("a new key", () => {
  test("works, is shown once, and is in the list without its text", async () => {
    manager.openMake();
    await manager.make({ name: "Ben", role: "clerk", account: "west", expiresIn: "30d" });
    const { created } = dialogOf("made");
    expect((await service.update(created.key, 1, 6)).status).toBe(200);
    expect(keyOf("Ben")).toMatchObject({ id: created.id, role: "clerk", account: "west" });
    expect(stateOf(keyOf("Ben"), Date.now())).toBe("active");
    expect(JSON.stringify(manager.store.state.items)).not.toContain("petstock_");
    manager.noteCopied();
    manager.close();
    expect(JSON.stringify(manager.store.state)).not.toContain(created.key);
  });

  test("is not closed by accident before it was copied or used", async () => {
    manager.openMake();
    await manager.make({ name: "Ben", role: "reader" });
    manager.close();
    expect(dialogOf("made").asksToClose).toBe(true);
    manager.keepOpen();
    expect(dialogOf("made").asksToClose).toBe(false);
    manager.close();
    manager.discard();
    expect(manager.store.state.dialog).toBeUndefined();

    manager.openMake();
    await manager.make({ name: "Cleo", role: "reader" });
    await service.list(dialogOf("made").created.key);
    await until("its use to be stored", async () => {
      await manager.load();
      return manager.isUsed(dialogOf("made").created);
    });
    manager.close();
    expect(manager.store.state.dialog).toBeUndefined();
  });

  test("with a name that the service refuses is not made; the form says why", async () => {
    manager.openMake();
    await manager.make({ name: "a\u200bb", role: "reader" });
    expect(dialogOf("make")).toMatchObject({
      isSending: false,
      error: expect.stringMatching(/^"a.+b" cannot be a name: use 1 to 64 letters/),
    });
    expect(manager.store.state.items).toHaveLength(1);
  });

  test("whose answer is lost may have been made, and the form says so", async () => {
    const restore = page.network.loseAnswers(isChange);
    manager.openMake();
    await manager.make({ name: "Ben", role: "reader" });
    restore();
    expect(dialogOf("make").error).toStartWith("The answer was lost, so it may have been done.");
    expect(keyOf("Ben")).toBeDefined();
  });

  test("cannot be made twice by an impatient person, nor closed while it is being made", async () => {
    const { send, deliver } = page.network.pause(isChange);
    manager.openMake();
    const made = manager.make({ name: "Ben", role: "reader" });
    expect(dialogOf("make").isSending).toBe(true);
    manager.close();
    dialogOf("make");
    await send();
    deliver();
    await made;
    dialogOf("made");
  });
});

describe("a replaced key", () => {
  test("gets a successor that is shown once, and works on for the overlap", async () => {
    const old = await service.makeKey("--name", "till", "--expires", "90d");
    await manager.load();
    const before = keyOf("till");
    manager.openRotate(before);
    await manager.rotate(before, "1h");
    const { created } = dialogOf("made");
    expect(created).toMatchObject({ name: "till", role: "clerk" });
    for (const key of [old, created.key]) expect((await service.list(key)).status).toBe(200);
    const ended = manager.store.state.items!.find(({ id }) => id === before.id)!;
    expect(stateOf(ended, Date.now())).toBe("expires_soon");
  });

  test("that ended in the meantime is not replaced", async () => {
    const old = await service.makeKey("--name", "till");
    await manager.load();
    manager.openRotate(keyOf("till"));
    await revokeKey(service, old, "till");
    await manager.rotate(keyOf("till"), "1h");
    expect(dialogOf("rotate").error).toBe("This key has ended in the meantime. Make a new one instead.");
  });
});

describe("a link", () => {
  beforeEach(async () => {
    manager.openMake();
    await manager.make({ name: "Ben", role: "clerk" }, "15m");
  });

  test("waits among the usable keys, is closed without a question, and is gone then", async () => {
    const { created } = dialogOf("link");
    expect(stateOf(keyOf("Ben"), Date.now())).toBe("link_waiting");
    expect(isUsable(keyOf("Ben"), Date.now())).toBe(true);
    expect(manager.isOpened(created)).toBe(false);
    manager.close();
    expect(JSON.stringify(manager.store.state)).not.toContain(created.code);
  });

  test("that was opened in the meantime gets no new link, and its key is told apart from a withdrawn link", async () => {
    const { created } = dialogOf("link");
    const waiting = keyOf("Ben");
    manager.openRenew(waiting);
    const { key } = await signIn(created.code, { url: service.url });
    await manager.renew(waiting, "1h");
    expect(dialogOf("renew").error).toStartWith(
      "This link was opened in the meantime, so the key is in use.",
    );
    expect(manager.isOpened(created)).toBe(true);
    manager.openRevoke(waiting);
    await manager.revoke(waiting);
    await page.sees("Revoked: the key of Ben");
    expect((await service.list(key)).status).toBe(401);
  });
});

describe("a revoked key", () => {
  test("is refused, and leaves the active keys", async () => {
    const key = await service.makeKey("--name", "lost");
    await manager.load();
    manager.openRevoke(keyOf("lost"));
    await manager.revoke(keyOf("lost"));
    await page.sees("Revoked: the key of lost");
    expect(manager.store.state.dialog).toBeUndefined();
    expect(stateOf(keyOf("lost"), Date.now())).toBe("revoked");
    expect((await service.list(key)).status).toBe(401);
  });

  test("that is the last admin needs a second confirmation, and then signs its person out", async () => {
    manager.openRevoke(keyOf("Ana"));
    await manager.revoke(keyOf("Ana"));
    expect(dialogOf("revoke")).toMatchObject({ isLastAdmin: true, isSending: false, error: undefined });
    expect(stateOf(keyOf("Ana"), Date.now())).toBe("active");
    await manager.revoke(keyOf("Ana"), { force: true });
    await page.until("the refusal", ({ session }) => session.phase === "refused");
    expect(page.state.session.message).toBe("This key was revoked. Ask for another one.");
  });
});

test("a list that cannot be read keeps the last one, and says why", async () => {
  const restore = page.network.drop(({ path }) => path === "/admin/v1/keys");
  await manager.load();
  expect(manager.store.state).toMatchObject({ error: "Cannot reach the service." });
  expect(manager.store.state.items).toHaveLength(1);
  restore();
  await manager.load();
  expect(manager.store.state.error).toBeUndefined();
});

test("keys are sorted by name, ended ones last; the own key is marked only if it can be told", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const base = {
    account: "default",
    role: "admin",
    createdAt: "2026-01-01T00:00:00Z",
    createdBy: { actor: "cli:root", keyId: null },
    replaces: null,
    revokedBy: null,
    lastUsedAt: null,
  } as const;
  const make = (id: string, name: string, rest: Partial<Key> = {}): Key => ({
    ...base,
    id,
    name,
    expiresAt: null,
    revokedAt: null,
    link: null,
    ...rest,
  });
  const keys = [
    make("1", "zoe"),
    make("2", "Ana", { revokedAt: "2026-11-01T00:00:00Z" }),
    make("3", "ben", { expiresAt: "2026-11-22T11:59:59Z" }),
    make("4", "Cleo", { expiresAt: "2026-12-06T12:00:00Z" }),
    make("5", "Dan", { expiresAt: "2026-12-06T12:00:01Z" }),
  ];
  expect(sorted(keys, now).map(({ id }) => id)).toEqual(["4", "5", "1", "2", "3"]);
  expect(keys.map((key) => stateOf(key, now))).toEqual([
    "active",
    "revoked",
    "expired",
    "expires_soon",
    "active",
  ]);
  const me = {
    keyId: "1",
    name: "zoe",
    account: "default",
    role: "admin",
    expiresAt: null,
    position: "",
    version: "1.2.3",
  } as const;
  expect(ownKey(keys, me, now)?.id).toBe("1");
  expect(ownKey([...keys, make("6", "zoe")], me, now)).toBeUndefined();
  expect(ownKey(keys, undefined, now)).toBeUndefined();
  const link = { expiresAt: "2026-11-22T12:00:01Z", openedAt: null };
  expect(ownKey([...keys, make("7", "zoe", { link })], me, now)?.id).toBe("1");
});
