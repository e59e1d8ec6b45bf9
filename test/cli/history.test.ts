// petstock history: the ledger as people and as scripts read it, newest first.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { petstock, petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { expectRefusal, Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const startedAt = Date.now();

/** Revision 1 is an import of three pets, 2 and 3 are updates over HTTP, 4 is set by hand. */
const rows = ["-5,2,pending", "1,1,available", "9007199254740993,3,sold"];
const service = shared(await TestService.start({ rows }));
const key = await service.makeKey();
await service.update(key, "9007199254740993", 4, { "X-Request-Id": "req-1" });
await service.update(key, -5, 3, { "X-Request-Id": "req-2" });
// Neither request changes anything, so neither has a movement in the ledger.
await service.update(key, -5, 3, { "X-Request-Id": "req-same" });
await service.update(key, 404, 3, { "X-Request-Id": "req-missing" });
await petstockOrThrow(["set", "-5", "--status", "sold", "--database", service.databaseUrl]);
const keys = await petstockOrThrow(["keys", "list", "--json", "--database", service.databaseUrl]);
const keyId: string = JSON.parse(keys.stdout)[0].id;

function history(...args: string[]): ReturnType<typeof petstock> {
  return petstock(["history", ...args, "--database", service.databaseUrl]);
}

test("--json prints a line for each movement, with every digit of the id and the actor", async () => {
  const { stdout, stderr, exitCode } = await history("--json");
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  const lines = stdout.trimEnd().split("\n");
  const byKey = { actor: "key:test", keyId, requestId: "req-1" };
  const byHand = { actor: expect.stringMatching(/^cli:./), keyId: null, requestId: null };
  const sold = (quantity: number) => ({ quantity, status: "sold" });
  const pending = (quantity: number) => ({ quantity, status: "pending" });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { revision: 4, petId: -5, before: pending(3), after: sold(3), reason: "set", by: byHand },
    { revision: 3, petId: -5, before: pending(2), after: pending(3), reason: "update" },
    { revision: 2, before: sold(3), after: sold(4), reason: "update", by: byKey },
    { revision: 1, petId: -5, before: null, after: pending(2), reason: "import", by: byHand },
    { revision: 1, petId: 1, before: null, after: { quantity: 1, status: "available" }, reason: "import" },
    { revision: 1, before: null, after: sold(3), reason: "import" },
  ]);
  expect(lines[2]).toContain('"petId":9007199254740993,');
  for (const line of lines) {
    const { at } = JSON.parse(line);
    expect(at).toBeWithin(startedAt, Date.now() + 1);
  }
});

test("filters by a pet's id, exactly and with its sign", async () => {
  const [negative, large, neighbour] = await Promise.all([
    history("-5", "--json"),
    history("9007199254740993", "--json"),
    history("9007199254740992", "--json"),
  ]);
  expect(negative.stdout.match(/"petId":[^,]+/g)).toEqual(['"petId":-5', '"petId":-5', '"petId":-5']);
  expect(large.stdout.match(/"revision":\d+,"petId":\d+/g)).toEqual([
    '"revision":2,"petId":9007199254740993',
    '"revision":1,"petId":9007199254740993',
  ]);
  expect(neighbour).toEqual({ exitCode: 0, stdout: "", stderr: "" });
});

test("without a limit it shows the twenty newest", async () => {
  using inventory = await Inventory.of(...Array.from({ length: 30 }, (_, i) => `${i + 1},1,sold`));
  const { stdout } = await inventory.runOrThrow(["history"]);
  expect(stdout.trimEnd().split("\n")).toHaveLength(21);
});

test("filters by key, reason, revisions and time, alone and together, and --limit takes the newest", async () => {
  const revisionsBy = async (...args: string[]) => {
    const { stdout } = await history("--json", ...args);
    return stdout.match(/(?<="revision":)[0-9]+/g)?.map(Number) ?? [];
  };
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ["--key test", [3, 2]],
    [`--key ${keyId}`, [3, 2]],
    ["--key tes", []],
    ["--reason import", [1, 1, 1]],
    ["--reason set -5", [4]],
    ["--revision 2", [2]],
    ["--revision 2-3", [3, 2]],
    ["--revision 3-", [4, 3]],
    ["--revision 3- --key test", [3]],
    ["--since 1h", [4, 3, 2, 1, 1, 1]],
    [`--since ${new Date(startedAt - 1000).toISOString()} --reason set`, [4]],
    ["--limit 2", [4, 3]],
    ["-5 --limit 1", [4]],
    ["--since 1ms", []],
    ["--until 1h", []],
    ["--since 2h --until 1h", []],
    ["--until 2999-12-31T23:59+01:00 --limit 1", [4]],
  ];
  const found = await Promise.all(cases.map(([args]) => revisionsBy(...args.split(" "))));
  const expected = cases.map(([args, revisions]) => [args, [...revisions]]);
  expect(cases.map(([args], index) => [args, found[index]!])).toEqual(expected);
});

test("a ledger of several pages is shown completely, in order, with one header", async () => {
  using inventory = await Inventory.of(...Array.from({ length: 9_000 }, (_, i) => `${i + 1},1,sold`));
  const [json, text] = await Promise.all([
    inventory.runOrThrow(["history", "--limit", "8999", "--json"]),
    inventory.runOrThrow(["history", "--limit", "100000"]),
  ]);
  const ids = json.stdout.match(/(?<="petId":)[0-9]+/g)?.map(Number);
  expect(ids).toEqual(Array.from({ length: 8_999 }, (_, i) => i + 1));
  expect(text.stdout.match(/REVISION/g)).toHaveLength(1);
  expect(text.stdout.trimEnd().split("\n")).toHaveLength(9_001);
});

describe("--format", () => {
  test.each([
    ["csv", "text/csv"],
    ["ndjson", "application/x-ndjson"],
  ])("%s has all movements, as the service gives them", async (format, Accept) => {
    const reader = await service.makeKey("--role", "reader");
    const headers = { Accept };
    const [whole, ofPet] = await Promise.all(
      ["", "?petId=-5&reason=update"].map((query) =>
        service.ask("GET", `/admin/v1/movements${query}`, { key: reader, headers }),
      ),
    );
    expect(await history("--format", format)).toEqual({
      exitCode: 0,
      stdout: whole!.text,
      stderr: "Exported 6 movements.\n",
    });
    expect((await history("-5", "--reason", "update", "--format", format)).stdout).toBe(ofPet!.text);
    const two = await history("--format", format, "--limit", "2");
    expect([two.stderr, whole!.text.startsWith(two.stdout)]).toEqual(["Exported 2 movements.\n", true]);
  });

  test("has no bound of its own, and --output has the format of the file's name", async () => {
    using inventory = await Inventory.of(...Array.from({ length: 9_000 }, (_, i) => `${i + 1},1,sold`));
    const [printed, written] = await Promise.all([
      inventory.runOrThrow(["history", "--format", "ndjson"]),
      inventory.runOrThrow(["history", "--output", "ledger.ndjson"]),
    ]);
    expect(written).toEqual({ exitCode: 0, stdout: "", stderr: "Exported 9,000 movements.\n" });
    expect((await inventory.read("ledger.ndjson")) === printed.stdout).toBe(true);
    expect(printed.stdout.split("\n")).toHaveLength(9_001);
  });

  test.each([
    [["--format", "json"], "choices are csv, ndjson"],
    [["--output", "ledger.json"], "choose with --format"],
    [["--output", "ledger.csv", "--json"], "cannot be used with"],
  ])("%p is refused", async (args, words) => {
    expectRefusal(await history(...args), { exitCode: 2, words: [words] });
  });
});

test("the table shows the same as --json", async () => {
  const { stdout } = await history("-5");
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^REVISION +TIME +PET +FROM +TO +LABEL +WHY +WHO +REQUEST +NOTE$/);
  expect(lines[1]).toMatch(
    /^4 +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ +-5 +3 pending +3 sold +- +set +cli:\S.* +-$/,
  );
  expect(lines[2]).toMatch(
    new RegExp(`^3 .* -5 +2 pending +3 pending +- +update +key:test \\(${keyId}\\) +req-2 +-$`),
  );
  expect(lines[3]).toMatch(/^1 .* -5 +- +2 pending +- +import +cli:/);
  expect(lines).toHaveLength(4);
});
