// The ledger as CSV and NDJSON: all that the filter selects, in one response, on both engines.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const PETS = 12_000;
const HUGE = "9223372036854775807";

describe.each(ENGINES)("%s:", async (engine) => {
  const rows = Array.from({ length: PETS }, (_, i) => `${i + 1},1,available`);
  const database = shared(await EngineDatabase.of(engine, ...rows, `${HUGE},5,sold`));
  const service = await database.serve();
  const key = await database.makeKey("--role", "manager");
  const headers = { "Content-Type": "application/json" };
  const body =
    `{"reason":"lost","note":"gone; \\"really\\"","changes":[{"petId":${HUGE},"quantity":4,` +
    `"label":{"name":"Rex, the dog","code":"007"}}]}`;
  expect((await service.ask("POST", "/admin/v1/revisions", { key, headers, body })).status).toBe(200);
  const ask = (query: string, Accept: string) =>
    service.ask("GET", `/admin/v1/movements${query}`, { key, headers: { Accept } });

  test("NDJSON has every movement as the pages have it, in either order", async () => {
    const { status, text, headers: answered } = await ask("?order=asc", "application/x-ndjson");
    expect([status, answered.get("Content-Type")]).toEqual([200, "application/x-ndjson"]);
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(PETS + 2);
    const page = await ask("?limit=1", "application/json");
    expect(page.text).toContain(lines.at(-1)!);
    const newest = (await ask("", "application/x-ndjson")).text.split("\n");
    expect([newest.length, newest[0]]).toEqual([PETS + 3, lines.at(-1)!]);
  });

  test("CSV has the filtered movements with every digit and text", async () => {
    const { text, headers: answered } = await ask("?reason=lost", "text/csv");
    expect(answered.get("Content-Type")).toStartWith("text/csv");
    const [header, line, ...rest] = text.split("\n");
    expect(header).toStartWith("revision,petId,quantityBefore,");
    expect(line).toStartWith(`2,${HUGE},5,sold,4,sold,lost,"gone; ""really""",,key:`);
    expect(line).toEndWith(',,,,"Rex, the dog",,007,');
    expect(rest).toEqual([""]);
    expect((await ask("?reason=damaged", "text/csv")).text).toBe(`${header}\n`);
  });

  test("a limit is refused, as it is for pages", async () => {
    const { code, json } = await ask("?limit=5", "text/csv");
    expect(code).toBe("invalid_query");
    expect((json as { message: string }).message).toContain('leave out "limit"');
  });
});
