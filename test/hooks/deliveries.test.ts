// Hooks from creation to deletion, on both engines: what changes arrives signed and in order, failures are told and tried again.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { createHook, type Hook, HOOKS, listed } from "./deliveries.ts";
import { type MessageData, TestReceiver } from "./receiver.ts";

setDefaultTimeout(60_000);

const HERE = ["--hook-networks", "127.0.0.0/8"];

describe.each(ENGINES)("%s", (engine) => {
  test("what changes arrives signed, whatever wrote it, merged and in order", async () => {
    await using database = await EngineDatabase.empty(engine);
    await using service = await database.serve({ args: HERE });
    const key = await service.makeKey("--role", "admin");
    await using receiver = new TestReceiver();
    const hook = await createHook(service, key, receiver, ["changes", "low"]);
    expect(hook).toMatchObject({ state: "active", lag: 0, answer: null, failure: null, pause: null });
    await post(service, key, [
      { petId: 1, quantity: 5, status: "available", create: true, label: { name: "Rex", low: 2 } },
    ]);
    const first = await received(receiver, hook.position);
    expect(first).toMatchObject({
      items: [{ petId: 1, quantity: 5 }],
      labels: [{ petId: 1, name: "Rex" }],
      low: [],
    });
    // By another process, on the database itself.
    await service.command("adjust", "1", "--by=-3");
    const second = await received(receiver, first.position);
    const low = { petId: 1, quantity: 2, status: "available", low: 2, name: "Rex", kind: null, code: null };
    expect(second).toMatchObject({ items: [{ petId: 1, quantity: 2 }], low: [low] });
    const { json } = await service.ask("GET", "/admin/v1/changes", { key });
    expect(second.position).toBe((json as unknown as MessageData).position);
    const stored = await until("the position to be stored", async () => {
      const [each] = await listed(service, key);
      return each!.position === second.position && each;
    });
    expect(stored).toMatchObject({ state: "active", lag: 0, answer: { status: 204, problem: null } });
    expect(receiver.forged).toBe(0);
  });

  test("a message says who changed which pets, so that a receiver knows its own writes; one of low stock alone does not", async () => {
    await using database = await EngineDatabase.empty(engine);
    await using service = await database.serve({ args: HERE });
    const key = await service.makeKey("--role", "admin");
    const { text } = await service.ask("GET", "/admin/v1/me", { key });
    const { keyId } = JSON.parse(text) as { keyId: string };
    await using receiver = new TestReceiver();
    await using alerted = new TestReceiver();
    const hook = await createHook(service, key, receiver, ["changes"]);
    await createHook(service, key, alerted, ["low"]);
    // All that follows is in one message.
    await edit(service, key, hook.id, { paused: true });
    await post(service, key, [
      { petId: 1, quantity: 5, status: "available", create: true, label: { low: 2 } },
      { petId: 2, quantity: 5, status: "available", create: true },
    ]);
    await service.command("adjust", "2", "--by=-1");
    await post(service, key, [{ petId: 1, quantity: 1 }]);
    await edit(service, key, hook.id, { paused: false });
    const message = await received(receiver, hook.position);
    expect(message.items).toHaveLength(2);
    // Of pet 2 two have changed.
    expect(message.actors).toMatchObject([{ actor: expect.stringMatching(/^key:/), keyId, petIds: [1] }]);
    expect(message.actors).toHaveLength(1);
    await until("the alert", () => alerted.messages.length > 0);
    expect(alerted.last).toMatchObject({ type: "inventory.low" });
    expect(alerted.last!.data.actors).toBeUndefined();
  });

  test("a receiver that fails is told as failing, and gets all that it has missed in one message", async () => {
    await using database = await EngineDatabase.empty(engine);
    await using service = await database.serve({ args: HERE });
    const key = await service.makeKey("--role", "admin");
    await using receiver = new TestReceiver();
    // Until it is told of pet 2, however many attempts that are.
    receiver.behaviour = (body) => (/"petId":2\b/.test(body) ? "take" : "fail");
    const hook = await createHook(service, key, receiver, ["changes"]);
    await post(service, key, [{ petId: 1, quantity: 1, status: "available", create: true }]);
    const failing = await until("the failure to be told", async () => {
      const [each] = await listed(service, key);
      return each!.state === "failing" && each;
    });
    expect(failing).toMatchObject({ lag: 1, answer: { status: 500, problem: "it answered 500" } });
    await post(service, key, [{ petId: 2, quantity: 2, status: "sold", create: true }]);
    // An admin who has mended the receiver waits for nothing.
    await edit(service, key, hook.id, { paused: true });
    await edit(service, key, hook.id, { paused: false });
    expect(await received(receiver, hook.position)).toMatchObject({
      items: [{ petId: 1 }, { petId: 2 }],
    });
    expect(service.log.map(({ msg }) => msg)).toContain("hook_failing");
  });

  test("a hook for low stock alone is told nothing else, and a paused one nothing until it goes on", async () => {
    await using database = await EngineDatabase.empty(engine);
    await using service = await database.serve({ args: HERE });
    const key = await service.makeKey("--role", "admin");
    await using receiver = new TestReceiver();
    const hook = await createHook(service, key, receiver, ["low"]);
    await post(service, key, [
      { petId: 1, quantity: 5, status: "available", create: true, label: { low: 2 } },
    ]);
    await until(
      "the position to pass what is not told",
      async () => (await listed(service, key))[0]!.lag === 0,
    );
    await edit(service, key, hook.id, { paused: true });
    await post(service, key, [{ petId: 1, quantity: 1 }]);
    await post(service, key, [{ petId: 1, quantity: 0 }]);
    expect((await listed(service, key))[0]).toMatchObject({
      state: "paused",
      lag: 2,
      pause: { reason: "request" },
    });
    expect(receiver.messages).toEqual([]);
    await edit(service, key, hook.id, { paused: false });
    await until("the message", () => receiver.messages.length > 0);
    expect(receiver.last).toMatchObject({
      type: "inventory.low",
      data: { low: [{ petId: 1, quantity: 0 }] },
    });
  });

  test("after a rotation both secrets verify, a test says what the receiver answers, and a deleted hook is gone", async () => {
    await using database = await EngineDatabase.empty(engine);
    await using service = await database.serve({ args: HERE });
    const key = await service.makeKey("--role", "admin");
    await using receiver = new TestReceiver();
    const { id } = await createHook(service, key, receiver, ["changes"]);
    const rotated = (await service.ask("POST", `${HOOKS}/${id}/rotate`, { key })).json as unknown as Hook;
    for (const secret of [receiver.secret, rotated.secret]) {
      receiver.secret = secret;
      const { json } = await service.ask("POST", `${HOOKS}/${id}/test`, { key });
      expect(json).toMatchObject({ status: 204, problem: null });
      expect(receiver.last).toMatchObject({ type: "hook.test", signatures: 2 });
    }
    receiver.behaviour = () => "redirect";
    expect((await service.ask("POST", `${HOOKS}/${id}/test`, { key })).json).toMatchObject({
      status: 307,
      problem: "it answered 307, a redirect, which is not followed",
    });
    expect((await service.ask("DELETE", `${HOOKS}/${id}`, { key })).json).toMatchObject({ id });
    for (const [method, path] of [
      ["DELETE", id],
      ["POST", `${id}/test`],
      ["POST", `${id}/rotate`],
      ["DELETE", "no%20id"],
    ] as const)
      expect((await service.ask(method, `${HOOKS}/${path}`, { key })).code).toBe("hook_not_found");
    expect(await listed(service, key)).toEqual([]);
  });

  test("a receiver that answers 410 is told nothing more", async () => {
    await using database = await EngineDatabase.empty(engine);
    await using service = await database.serve({ args: HERE });
    const key = await service.makeKey("--role", "admin");
    await using receiver = new TestReceiver();
    receiver.behaviour = () => "gone";
    await createHook(service, key, receiver, ["changes"]);
    await post(service, key, [{ petId: 1, quantity: 1, status: "available", create: true }]);
    const stopped = await until("the end", async () => {
      const [each] = await listed(service, key);
      return each!.state === "stopped" && each;
    });
    expect(stopped).toMatchObject({ pause: { reason: "receiver" }, answer: { status: 410 } });
    expect(service.log.find(({ msg }) => msg === "hook_stopped")).toMatchObject({ reason: "receiver" });
  });
});

function edit(service: TestService, key: string, id: string, body: object): Promise<Answer> {
  return service.ask("PATCH", `${HOOKS}/${id}`, { key, body: JSON.stringify(body) });
}

async function post(service: TestService, key: string, changes: readonly object[]): Promise<void> {
  const body = JSON.stringify({ changes });
  const { status, text } = await service.ask("POST", "/admin/v1/revisions", { key, body });
  if (status !== 200) throw new Error(text);
}

function received(receiver: TestReceiver, since: string): Promise<MessageData> {
  return until(
    `a message since ${since}`,
    () => receiver.messages.find(({ data }) => data.since === since)?.data,
  );
}
