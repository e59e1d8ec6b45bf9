// Rows that arrive slowly occupy the places for uploads, and hold up no other work.

import { expect, setDefaultTimeout, test } from "bun:test";
import { slowUpload, stockOf } from "./slow-upload.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const PETS = 2_000;
const CSV = { "Content-Type": "text/csv" };
const JSON_TYPE = { "Content-Type": "application/json" };

test("uploads that do not end block further uploads, but no undo, change set or update", async () => {
  const rows = Array.from({ length: PETS }, (_, i) => `${i + 1},0,available`);
  await using service = await TestService.start({ rows });
  const key = await service.makeKey("--role", "manager");
  const others = [
    await service.makeKey("--role", "manager"),
    await service.makeKey("--role", "manager"),
  ] as const;
  const uploads = others.map((other, i) => slowUpload(service, other, stockOf(i + 1)));
  const post = (path: string, body = "", headers: Readonly<Record<string, string>> = JSON_TYPE) =>
    service.ask("POST", `/admin/v1${path}`, { key, headers, body });
  const third = await until("a third upload to be refused", async () => {
    const answer = await post("/revisions?dryRun=true", "petId,quantity\n3,7\n", CSV);
    return answer.status === 503 && answer;
  });
  expect(third.code).toBe("overloaded");
  expect(third.headers.get("Retry-After")).toBe("1");

  const many = Array.from({ length: PETS }, (_, i) => ({ petId: i + 1, quantity: 5 }));
  expect((await post("/revisions", JSON.stringify({ changes: many }))).json).toMatchObject({ updated: PETS });
  expect((await post("/revisions/2/undo")).json).toMatchObject({ updated: PETS });
  expect((await post("/revisions", '{"changes":[{"petId":3,"by":1}]}')).status).toBe(200);
  expect((await service.update(key, 4, 9)).status).toBe(200);

  for (const { end } of uploads) end();
  const answers = await Promise.all(uploads.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
