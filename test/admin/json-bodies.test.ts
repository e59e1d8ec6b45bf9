// Bodies of change sets and labels in JSON: how many entries they have, how many are under way, and how long they may take.

import { expect, setDefaultTimeout, test } from "bun:test";
import { readChangeSet } from "../../src/admin/change-set-body.ts";
import { labelsInJson } from "../../src/admin/label-rows.ts";
import { uploadOf } from "../../src/admin/upload.ts";
import { JSON_ENTRIES_MAX } from "../../src/contract/json-entries.ts";
import { RawConnection } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const JSON_TYPE = { "Content-Type": "application/json" };
const MIB = 1024 * 1024;
/** Bodies of 1 MiB that one key may have under way. */
const KEY_BODIES_MAX = 8;

function listOf(member: string, count: number, entry = "{}"): string {
  return `{"${member}":[${Array.from({ length: count }, () => entry).join(",")}]}`;
}

const OPERATIONS = [
  ["POST", "/admin/v1/revisions", "changes"],
  ["PUT", "/admin/v1/labels", "labels"],
] as const;

test.each(OPERATIONS)(
  "%s %s takes 10,000 entries; more are refused before they are checked",
  async (...operation) => {
    const [method, path, member] = operation;
    await using service = await TestService.start({ rows: ["1,1,available"] });
    const key = await service.makeKey("--role", "manager");
    const send = (count: number) =>
      service.ask(method, path, { key, headers: JSON_TYPE, body: listOf(member, count) });
    const most = await send(JSON_ENTRIES_MAX);
    expect(most.code).toBe("invalid_changes");
    const { problems, problemsTotal } = most.json as { problems: unknown[]; problemsTotal: number };
    expect([problems.length, problemsTotal]).toEqual([100, JSON_ENTRIES_MAX]);
    const more = await send(JSON_ENTRIES_MAX + 1);
    expect([more.status, more.code]).toEqual([413, "body_too_large"]);
    expect(more.text).toContain(
      "more than 10000 entries; nothing was changed. Send several requests, or rows",
    );
  },
);

test("bodies of one key are refused beyond its part of the memory, those of another key are not", async () => {
  await using service = await TestService.start({ rows: ["1,1,available"] });
  const one = await service.makeKey("--role", "clerk", "--name", "one");
  const other = await service.makeKey("--role", "clerk", "--name", "other");
  const send = (key: string) =>
    service.ask("POST", "/admin/v1/revisions", {
      key,
      headers: JSON_TYPE,
      body: '{"changes":[{"petId":1,"by":1}]}',
    });
  {
    using bodies = new DisposableStack();
    for (let at = 0; at < KEY_BODIES_MAX; at++) {
      const body = bodies.use(await RawConnection.open(service.url));
      const head = ["POST /admin/v1/revisions HTTP/1.1", "Host: petstock", `Authorization: Bearer ${one}`];
      body.send([...head, "Content-Type: application/json", `Content-Length: ${MIB}`, "", "{"].join("\r\n"));
    }
    const refused = await until("a refusal", async () => {
      const answer = await send(one);
      return answer.status !== 200 && answer;
    });
    expect([refused.status, refused.code, refused.headers.get("Retry-After")]).toEqual([
      503,
      "overloaded",
      "1",
    ]);
    expect((await send(other)).status).toBe(200);
    expect((await service.update(one, 1, 5)).status).toBe(200);
  }
  await until("the memory to be free", async () => (await send(one)).status === 200);
});

/** Within the limit of entries, and long to read: some hundred thousand values. */
const LONG = `[${Array.from({ length: 3_900 }, () => "{}").join(",")}]`;

test("reading and checking end when the client leaves", async () => {
  const read = [
    (signal: AbortSignal) => readChangeSet(listOf("changes", 85, LONG), signal),
    (signal: AbortSignal) => labelsInJson(listOf("labels", 85, LONG), signal),
  ];
  for (const begin of read) {
    const client = new AbortController();
    const reading = begin(client.signal);
    client.abort();
    const failure = await reading.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBe(client.signal.reason);
  }
});

test("a body that falls too far behind the minimum rate is refused", async () => {
  const clock = new TestClock(["upload", "slow upload"]);
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("p")),
  });
  const request = new Request("http://petstock/", { method: "POST", body });
  const read = async () => {
    for await (const _ of uploadOf(request, { bytesMax: 10, advice: "", timeoutMs: 1_000, clock })) continue;
  };
  const reading = read().catch((error: unknown) => error);
  await clock.expire("slow upload");
  expect(await reading).toMatchObject({
    code: "request_timeout",
    message: "The body arrived at less than 4 KiB a second for 15 s; nothing was changed. Send it faster.",
  });
  expect(clock.timers).toBe(0);
});
