// Bodies of change sets that are repeated after a kill, or that do not arrive in time (slowly: slow-uploads.test.ts).

import { expect, setDefaultTimeout, test } from "bun:test";
import { uploadOf } from "../../src/admin/upload.ts";
import { TestService } from "../support/service.ts";
import { TestClock } from "../support/test-clock.ts";
import { creations } from "./creations.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,pending"];

test("after kill -9 a repeated change set gets its first result, and is not applied again", async () => {
  await using first = await TestService.start({ rows: ROWS });
  const key = await first.makeKey("--role", "manager");
  const bodies = [
    { type: "application/json", body: '{"changes":[{"petId":1,"by":4}]}' },
    { type: "application/json", body: JSON.stringify({ changes: creations(1_100, 10) }) },
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
