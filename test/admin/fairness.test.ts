// Requests of one API key leave room for those of others: in the commit queue, beside it, in the places for tasks, and by its rate.

import { expect, setDefaultTimeout, test } from "bun:test";
import { HeldLock } from "../http/held-lock.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import type { Answer } from "../support/service.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const ROWS = Array.from({ length: 1_000 }, (_, i) => `${i + 1},1,available`);
const JSON_TYPE = { "Content-Type": "application/json" };
const CSV = { "Content-Type": "text/csv" };

function setOf(count: number): string {
  return JSON.stringify({
    changes: Array.from({ length: count }, (_, i) => ({ petId: i + 1, quantity: 5 })),
  });
}

async function withTwoKeys(...args: string[]) {
  const service = await TestService.start({ rows: ROWS, args });
  const makeKey = (name: string) => service.makeKey("--role", "manager", "--name", name);
  const [one, other] = [await makeKey("one"), await makeKey("other")];
  const send = (key: string, body: string | ReadableStream, { dryRun = false, headers = JSON_TYPE } = {}) =>
    service.ask("POST", `/admin/v1/revisions?dryRun=${dryRun}`, { key, headers, body });
  return { service, one, other, send, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test("a key that fills its half of the queue is refused, and another key's updates are not", async () => {
  await using running = await withTwoKeys("--queue-limit", "20");
  const { service, one, other } = running;
  const answers: Answer[] = [];
  let sent: Promise<unknown>[] = [];
  {
    using lock = new HeldLock(service);
    const update = (key: string, petId: number) =>
      service.update(key, petId, 7).then((answer) => void answers.push(answer));
    // Some of them are in groups under way, which no longer wait.
    sent = Array.from({ length: 80 }, (_, i) => update(one, i + 1));
    await until("a refusal", () => answers.length > 0);
    const others = Array.from({ length: 5 }, (_, i) => update(other, 100 + i));
    sent.push(...others);
    await until("the refusals to end", () => answers.length >= 30);
    lock.release();
  }
  await Promise.all(sent);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["overloaded"]));
  const list = (await service.list(one)).json as unknown as { petId: number; quantity: number }[];
  const others = list.filter(({ petId }) => petId >= 100 && petId < 105);
  expect(others.map(({ quantity }) => quantity)).toEqual([7, 7, 7, 7, 7]);
});

test("dry runs are answered beside commits that wait, and take no places from updates", async () => {
  await using running = await withTwoKeys("--queue-limit", "10");
  const { service, one, other, send } = running;
  let update: Promise<Answer>;
  {
    using lock = new HeldLock(service);
    update = service.update(other, 1, 9);
    const dryRuns = await Promise.all(
      Array.from({ length: 12 }, () => send(one, setOf(1_000), { dryRun: true })),
    );
    expect(dryRuns.map(({ json }) => json)).toEqual(
      Array.from({ length: 12 }, () => expect.objectContaining({ updated: 1_000, dryRun: true })),
    );
    lock.release();
  }
  expect((await update).status).toBe(200);
});

test("a key has one place for tasks, and leaves the other to all others", async () => {
  await using running = await withTwoKeys();
  const { one, other, send } = running;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode("petId,quantity\n"));
      await ended;
      controller.enqueue(new TextEncoder().encode("1,7\n"));
      controller.close();
    },
  });
  const rows = (key: string) => send(key, "petId,quantity\n2,7\n", { headers: CSV });
  const slow = send(one, body, { headers: CSV });
  const refused = await until("a second upload of the key to be refused", async () => {
    const answer = await rows(one);
    return answer.status === 503 && answer;
  });
  expect([refused.code, refused.headers.get("Retry-After")]).toEqual(["overloaded", "1"]);
  expect((await rows(other)).status).toBe(200);
  end();
  expect((await slow).status).toBe(200);
});

test("a change set counts as its changes for the rate limit, and may exceed what is left", async () => {
  await using running = await withTwoKeys("--rate-limit", "100/h");
  const { service, one, other, send } = running;
  for (const dryRun of [true, false]) expect((await send(one, setOf(60), { dryRun })).status).toBe(200);
  const refused = await service.update(one, 1, 1);
  expect(refused.code).toBe("rate_limited");
  // 20 changes of debt and the update, each for 36 s.
  expect(Number(refused.headers.get("Retry-After"))).toBeWithin(700, 757);
  expect((await service.update(other, 1, 1)).status).toBe(200);
});

test.each(["/movements?limit=1000&revision=1", "/totals?step=hour"])(
  "a key that reads %s two hundred times at once waits for itself, not another key",
  async (path) => {
    await using running = await withTwoKeys();
    const { service, one, other } = running;
    using connections = new DisposableStack();
    const open = async (key: string) => {
      const connection = connections.use(await RawConnection.open(service.url));
      const send = (to: string) => {
        connection.send(requestOf({ method: "GET", path: to }, [["Authorization", `Bearer ${key}`]]));
        return connection.next({ method: "GET" });
      };
      // The connection is accepted, and the key is in memory.
      await send("/admin/v1/me");
      return () => send(`/admin/v1${path}`);
    };
    const [readOther, ...reads] = await Promise.all(
      [other, ...Array.from({ length: 200 }, () => one)].map(open),
    );
    let answered = 0;
    const flood = reads.map((read) => read().finally(() => (answered += 1)));
    expect((await readOther?.())?.status).toBe(200);
    // In the order in which they came, all others would have been answered before.
    expect(answered).toBeLessThan(150);
    expect(new Set((await Promise.all(flood)).map((answer) => answer?.status))).toEqual(new Set([200]));
  },
);
