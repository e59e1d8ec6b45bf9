// Rows that arrive slowly occupy the places for uploads, hold up no other work, and free their places when they break off.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { slowUpload, stockOf } from "./slow-upload.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const PETS = 2_000;
const CSV = { "Content-Type": "text/csv" };
const JSON_TYPE = { "Content-Type": "application/json" };

describe.each(ENGINES)("%s:", (engine) => {
  test("uploads that do not end block further uploads, but no undo, change set or update, until they break off", async () => {
    const rows = Array.from({ length: PETS }, (_, i) => `${i + 1},0,available`);
    await using database = await EngineDatabase.of(engine, ...rows);
    const service = await database.serve();
    const makeKey = () => database.makeKey("--role", "manager");
    const key = await makeKey();
    const uploads = [
      slowUpload(service, await makeKey(), stockOf(1)),
      slowUpload(service, await makeKey(), stockOf(2)),
    ] as const;
    const post = (path: string, body = "", headers: Readonly<Record<string, string>> = JSON_TYPE) =>
      service.ask("POST", `/admin/v1${path}`, { key, headers, body });
    const upload = () => post("/revisions?dryRun=true", "petId,quantity\n3,7\n", CSV);
    const third = await until("a third upload to be refused", async () => {
      const answer = await upload();
      return answer.status === 503 && answer;
    });
    expect([third.code, third.headers.get("Retry-After")]).toEqual(["overloaded", "1"]);

    const changes = Array.from({ length: PETS }, (_, i) => ({ petId: i + 1, quantity: 5 }));
    expect((await post("/revisions", JSON.stringify({ changes }))).json).toMatchObject({ updated: PETS });
    expect((await post("/revisions/2/undo")).json).toMatchObject({ updated: PETS });
    expect((await post("/revisions", '{"changes":[{"petId":3,"by":1}]}')).status).toBe(200);
    expect((await service.update(key, 4, 9)).status).toBe(200);

    const [ending, breaking] = uploads;
    breaking.breakOff();
    await until("a place to be free", async () => (await upload()).status === 200);
    ending.end();
    expect((await ending.answer).status).toBe(200);
    const list = (await service.list(key)).json as unknown as { quantity: number }[];
    expect(list.slice(0, 4).map(({ quantity }) => quantity)).toEqual([7, 0, 1, 9]);
    await database.runOrThrow(["verify"]);
  });
});
