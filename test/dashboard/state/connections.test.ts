// The connections on the page of keys: what becomes of those that are made, tested, paused, given a new secret, and deleted.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { ConnectionManager, type ConnectionDialog } from "../../../src/dashboard/keys/connection-manager.ts";
import { TestReceiver } from "../../hooks/receiver.ts";
import { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { TestPage } from "./page.ts";

setDefaultTimeout(60_000);

let service: TestService;
let page: TestPage;
let manager: ConnectionManager;
let receiver: TestReceiver;
let key: string;

beforeEach(async () => {
  service = await TestService.start({ rows: ["1,5,available"], args: ["--hook-networks", "127.0.0.0/8"] });
  key = await service.makeKey("--name", "Ana", "--role", "admin");
  page = await TestPage.open(service, { key });
  receiver = new TestReceiver();
  manager = new ConnectionManager(page.dashboard);
  await manager.load();
});

afterEach(async () => {
  page[Symbol.dispose]();
  await receiver[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

function dialogOf<K extends ConnectionDialog["kind"]>(kind: K): Extract<ConnectionDialog, { kind: K }> {
  const { dialog } = manager.store.state;
  expect(dialog?.kind).toBe(kind);
  return dialog as Extract<ConnectionDialog, { kind: K }>;
}

const only = () => manager.store.state.items![0]!;
const told = () => page.notices.map((text) => text.replaceAll(/[\u2066-\u2069]/g, ""));

async function make(url = receiver.url): Promise<void> {
  manager.openMake();
  await manager.make({ name: "ERP", url, events: ["changes", "low"] });
}

test("a new connection shows its secret once, and is told what changes", async () => {
  expect(manager.store.state.items).toEqual([]);
  await make();
  const { created } = dialogOf("secret");
  expect(created.secret).toStartWith("whsec_");
  receiver.secret = created.secret;
  manager.close();
  expect(JSON.stringify(manager.store.state)).not.toContain("whsec_");
  expect(only()).toMatchObject({ name: "ERP", state: "active", events: ["changes", "low"] });
  await service.update(key, 1, 6);
  await until("the message", () => receiver.last?.type === "inventory.changed");
});

test("an address that is refused is explained in the form, which stays open", async () => {
  await make("https://10.0.0.1/");
  expect(dialogOf("make")).toMatchObject({
    isSending: false,
    error: expect.stringMatching(/^The address must be a public address: 10\.0\.0\.1 is not public/),
  });
  expect(manager.store.state.items).toEqual([]);
});

test("a test says whether the receiver took it, and why not", async () => {
  await make();
  receiver.secret = dialogOf("secret").created.secret;
  await manager.test(only());
  receiver.behaviour = () => "fail";
  await manager.test(only());
  expect(told()).toEqual(["ERP took the test", "ERP did not take the test: it answered 500"]);
});

test("one is paused, goes on, gets a new secret, and is deleted", async () => {
  await make();
  const { secret } = dialogOf("secret").created;
  await manager.setPaused(only(), true);
  expect(only().state).toBe("paused");
  await manager.setPaused(only(), false);
  expect(only().state).toBe("active");
  manager.openRotate(only());
  await manager.rotate(only());
  expect(dialogOf("secret").created.secret).not.toBe(secret);
  manager.openDelete(only());
  await manager.delete(only());
  expect(manager.store.state).toMatchObject({ items: [], dialog: undefined });
  expect(told()).toEqual(["Paused: ERP", "Resumed: ERP", "Deleted: ERP"]);
});
