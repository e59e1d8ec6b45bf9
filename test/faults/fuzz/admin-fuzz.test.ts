// The same promise for the Admin API: no request ends in a 500, a hang or a crash, and every answer conforms to admin.yaml.

import { expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../../src/keys/format.ts";
import type { TestService } from "../../support/service.ts";
import { sized } from "../../support/sizes.ts";
import { revokeKey } from "../../support/stock.ts";
import { ENGINES } from "../engines.ts";
import { ADMIN_GRAMMAR } from "./admin-grammar.ts";
import { runCampaign } from "./campaign.ts";
import type { Keys } from "./case.ts";
import { words } from "./draft.ts";
import type { Fuzzer } from "./fuzzer.ts";

const CASES = {
  SQLite: sized({ quick: 1_000, long: 5_000, hours: 500_000 }),
  PostgreSQL: sized({ quick: 300, long: 1_000, hours: 100_000 }),
};
const CLIENTS = 16;

setDefaultTimeout(sized({ quick: 120_000, hours: 3_600_000 }));

/** Outcomes that must occur; otherwise the mutations are too harmless. */
const FREQUENT = words("200 204 400 401 403 404 405 vanished").concat("runtime 400");
const EXPECTED = { SQLite: FREQUENT, PostgreSQL: [] };

async function keysOf(service: TestService): Promise<Keys> {
  const admin = await service.makeKey("--name", "admin", "--role", "admin");
  const readOnly = await service.makeKey("--name", "reader", "--role", "reader");
  const revoked = await service.makeKey("--name", "revoked");
  await revokeKey(service, revoked, "revoked");
  return { read: admin, unread: admin, readOnly, revoked, unknown: makeKey() };
}

test.each(ENGINES)(
  "every request to the Admin API is answered or refused as documented, on $name",
  async (engine) => {
    const cases = CASES[engine.name];
    const options = { grammar: ADMIN_GRAMMAR, cases, clients: CLIENTS, keysOf };
    const counts = await runCampaign({ name: "fuzz of the Admin API", engine, ...options, expectUnharmed });
    expect(EXPECTED[engine.name].filter((kind) => !counts.has(kind))).toEqual([]);
  },
);

async function expectUnharmed(service: TestService, _fuzzer: Fuzzer, { read }: Keys): Promise<void> {
  expect((await service.ask("GET", "/admin/v1/me", { key: read })).status).toBe(200);
}
