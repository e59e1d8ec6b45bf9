// The commands for a service far away say and do what they say and do on a database.

import { describe, setDefaultTimeout, test } from "bun:test";
import { ENGINES, Twins } from "./twins.ts";

setDefaultTimeout(120_000);

const ROWS = ["-5,2,pending", "1,1,available", "2,7,available", "9007199254740993,3,sold"];

describe.each([...ENGINES])("on %s", (engine) => {
  test("list and export", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    await twins.sameOf(
      "list",
      "list --json",
      "list --status sold",
      "export",
      "export --format json",
      "export --format ndjson",
    );
    await using empty = await Twins.of(engine);
    await empty.sameOf("list", "list --json", "export", "export --format ndjson");
  });

  test("keys", async () => {
    await using twins = await Twins.of(engine, ...ROWS);
    await twins.sameOf(
      "keys list",
      "keys list --json",
      "keys create --name till --expires 90d",
      "keys create --name report --role reader --account shop",
      "keys list --json",
      "keys list --account shop",
      "keys revoke nothing",
      "keys rotate nothing",
    );
  });
});
