// Bodies of change sets that arrive slowly, in part or beside others: nothing of them is applied before all has arrived, and what
// they occupied is free again.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { uploadOf } from "../../src/admin/upload.ts";
import { EngineDatabase } from "../cli/engine-database.ts";
import { slowUpload, stockOf } from "./slow-upload.ts";
import { TestService } from "../support/service.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,pending"];

describe.each(["SQLite", "PostgreSQL"] as const)("%s:", (engine) => {
  test("unfinished uploads occupy the places for tasks, hold up no update, and free them when they break off", async () => {
    await using database = await EngineDatabase.of(engine, ...ROWS);
    await using service = await database.serve();
    const key = await database.makeKey("--role", "manager");
    const others = [
      await database.makeKey("--role", "manager", "--name", "one"),
      await database.makeKey("--role", "manager", "--name", "two"),
    ] as const;
    const rows = () =>
      service.ask("POST", "/admin/v1/revisions", {
        key,
        headers: { "Content-Type": "text/csv" },
        body: "petId,quantity\n2,5\n",
      });
    const uploads = others.map((other) => slowUpload(service, other, stockOf(1)));
    await until("both places to be taken", async () => {
      const { status, code } = await rows();
      if (status === 503) expect(code).toBe("overloaded");
      return status === 503;
    });
    expect((await service.update(key, 1, 3)).status).toBe(200);
    // Not held up either; refused because of the update.
    const undo = await service.ask("POST", "/admin/v1/revisions/1/undo?dryRun=true", { key });
    expect([undo.status, undo.code]).toEqual([409, "changed_since"]);
    for (const { breakOff } of uploads) breakOff();
    await until("a place to be free", async () => (await rows()).status === 200);
    const list = (await service.list(key)).text;
    expect(list).toBe(
      '[{"petId":1,"quantity":3,"status":"available"},{"petId":2,"quantity":5,"status":"pending"}]',
    );
    await database.runOrThrow(["verify"]);
  });
});

test("after kill -9 a repeated change set gets its first result, and is not applied again", async () => {
  await using first = await TestService.start({ rows: ROWS });
  const key = await first.makeKey("--role", "manager");
  const many = Array.from({ length: 1_100 }, (_, i) => ({
    petId: 10 + i,
    quantity: 1,
    status: "sold",
    create: true,
  }));
  const bodies = [
    { type: "application/json", body: '{"changes":[{"petId":1,"by":4}]}' },
    { type: "application/json", body: JSON.stringify({ changes: many }) },
    { type: "text/csv", body: "petId,quantity\n2,20\n" },
  ];
  const send = (service: TestService) =>
    Promise.all(
      bodies.map(({ type, body }, index) =>
        service.ask("POST", "/admin/v1/revisions", {
          key,
          headers: { "Content-Type": type, "Idempotency-Key": `set-${index}` },
          body,
        }),
      ),
    );
  const answers = await send(first);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const before = await first.list(key);
  first.signal("SIGKILL");
  await first.exited;
  await using second = await TestService.start({ folder: first.folder });
  const again = await send(second);
  expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
  for (const { headers } of again) expect(headers.get("Idempotency-Replayed")).toBe("true");
  const after = await second.list(key);
  expect([after.headers.get("ETag"), after.text]).toEqual([before.headers.get("ETag"), before.text]);
});

test("a body that does not arrive in time is refused, and its rest is not awaited", async () => {
  const clock = new TestClock(["upload"]);
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("petId,quantity\n")),
    cancel: () => void (isCancelled = true),
  });
  const request = new Request("http://petstock/", { method: "POST", body });
  const bytes = uploadOf(request, { bytesMax: 1_000, advice: "", timeoutMs: 120_000, clock });
  expect((await bytes.next()).value).toHaveLength(15);
  const rest = bytes.next();
  await clock.expire("upload");
  expect(await rest.catch((error: unknown) => error)).toMatchObject({ code: "request_timeout" });
  expect(isCancelled).toBe(true);
});
