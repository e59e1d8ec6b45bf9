// Pets by their barcode: all that have it now, in the inventory, on both engines; over HTTP, the client and the command line.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const CODE = "0400638133393";
const HUGE = 9_007_199_254_740_993n;

describe.each(ENGINES)("%s:", async (engine) => {
  const database = shared(
    await EngineDatabase.of(engine, "1,5,available", `${HUGE},0,sold`, "3,1,available", "4,1,available"),
  );
  const service = await database.serve();
  const key = await database.makeKey("--role", "manager");
  const admin = new PetstockAdmin({ url: service.url, apiKey: key });
  await admin.putLabels([
    { petId: 1, code: CODE },
    { petId: HUGE, name: "Rex", code: CODE },
    { petId: 3, code: CODE },
    { petId: 4, code: CODE },
    { petId: 99, code: CODE },
  ]);
  // Neither a former code nor a removed pet is found, and nor is a label without a pet.
  await admin.putLabels([{ petId: 3, code: "7" }]);
  await admin.applyChanges({ changes: [{ petId: 4, remove: true }] });
  const ask = (query: string) => service.ask("GET", `/admin/v1/inventory${query}`, { key });

  test("all pets that have the code now are found, with what is known about them", async () => {
    const found = await Array.fromAsync(admin.entriesByCode(CODE));
    expect(found).toEqual([await admin.entry(1), await admin.entry(HUGE)]);
    expect(await Array.fromAsync(admin.entriesByCode(CODE, { pageSize: 1 }))).toEqual(found);
    expect((await Array.fromAsync(admin.entriesByCode("7"))).map(({ petId }) => petId)).toEqual([3n]);
  });

  test("a code counts every character, and white space around it none", async () => {
    const counts = { "400638133393": 0, "04006381333931": 0, [` ${CODE} `]: 2 };
    for (const [code, count] of Object.entries(counts)) {
      const { json } = await ask(`?code=${encodeURIComponent(code)}`);
      expect([code, (json as { entries: unknown[] }).entries.length]).toEqual([code, count]);
    }
  });

  test.each([
    ["", /Give "code", such as \?code=4006381333931/],
    ["?code=", /"code" must be 1 to 200 characters/],
    ["?code=%00", /"code" must be/],
    ["?code=1&code=2", /there twice/],
    ["?code=1&after=x", /"after" must be an int64/],
    ["?status=sold", /"status" is unknown/],
  ])("%s is refused with the rule", async (query, message) => {
    const { status, code, json } = await ask(query);
    expect([status, code]).toEqual([400, "invalid_query"]);
    expect((json as { message: string }).message).toMatch(message);
  });

  test("the command line lists them, from the database and from the service", async () => {
    const local = await database.runOrThrow(["list", "--code", CODE, "--json"]);
    expect(local.stdout.trim().split("\n")).toHaveLength(2);
    expect(local.stdout).toContain(String(HUGE));
    const env = { PETSTOCK_API_KEY: key };
    const remote = await petstockOrThrow(["list", "--code", CODE, "--json", "--url", service.url], { env });
    expect(remote.stdout).toBe(local.stdout);
    const sold = await database.runOrThrow(["list", "--code", CODE, "--status", "sold", "--json"]);
    expect(sold.stdout).toBe(`{"petId":${HUGE},"quantity":0,"status":"sold"}\n`);
    expect((await database.run(["list", "--code", " "])).stderr).toContain("--code: give a code");
  });
});
