// The same promise for the Admin API: no request ends in a 500, a hang or a crash, and every answer conforms to admin.yaml.

import { expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../../src/keys/format.ts";
import { makeDatabase, sharedServer } from "../../support/postgres-database.ts";
import { petstockOrThrow } from "../../support/petstock.ts";
import { TestService } from "../../support/service.ts";
import { SEED, sized } from "../../support/sizes.ts";
import { until } from "../../support/until.ts";
import { ADMIN_GRAMMAR } from "./admin-grammar.ts";
import type { Keys } from "./case.ts";
import { PET_IDS } from "./draft.ts";
import { FuzzFailure, Fuzzer } from "./fuzzer.ts";
import { shrink } from "./shrink.ts";

const CASES = sized({ quick: 1_000, long: 5_000, hours: 500_000 });
const POSTGRES_CASES = sized({ quick: 300, long: 1_000, hours: 100_000 });
const CLIENTS = 16;

setDefaultTimeout(sized({ quick: 120_000, hours: 3_600_000 }));

/** Outcomes that must occur; otherwise the mutations are too harmless. */
const FREQUENT = ["200", "204", "400", "401", "403", "404", "405", "runtime 400", "vanished"];

test(`every request to the Admin API is answered or refused as documented (${CASES} cases)`, async () => {
  const counts = await fuzz("SQLite", CASES);
  expect(FREQUENT.filter((kind) => !counts.has(kind))).toEqual([]);
});

test(`the same on PostgreSQL (${POSTGRES_CASES} cases)`, async () => {
  await using database = await makeDatabase(await sharedServer());
  await fuzz("PostgreSQL", POSTGRES_CASES, database.url);
});

async function keysOf(service: TestService): Promise<Keys> {
  const admin = await service.makeKey("--name", "admin", "--role", "admin");
  const readOnly = await service.makeKey("--name", "reader", "--role", "reader");
  const revoked = await service.makeKey("--name", "revoked");
  const { json } = await service.ask("GET", "/admin/v1/keys", { key: admin });
  const { keys } = json as unknown as { keys: { id: string; name: string }[] };
  const { id } = keys.find(({ name }) => name === "revoked")!;
  await service.ask("DELETE", `/admin/v1/keys/${id}`, { key: admin });
  await until("the revoked key to be refused", async () => (await service.list(revoked)).status === 401);
  return { read: admin, unread: admin, readOnly, revoked, unknown: makeKey() };
}

async function fuzz(engine: string, cases: number, database?: string): Promise<Fuzzer["counts"]> {
  await using service = await TestService.start({
    rows: PET_IDS.map((petId) => `${petId},1,available`),
    keeps: ({ msg }) => msg !== "request_refused",
    ...(database !== undefined && { database }),
  });
  const keys = await keysOf(service);
  const fuzzer = new Fuzzer(service.url, keys, ADMIN_GRAMMAR);
  try {
    await fuzzer.run({ seed: SEED, count: cases, clients: CLIENTS }).catch((error) => explain(fuzzer, error));
  } finally {
    const kinds = [...fuzzer.counts].toSorted(([a], [b]) => a.localeCompare(b));
    const counts = kinds.map(([kind, count]) => `${kind}: ${count}`).join(", ");
    console.log(`fuzz of the Admin API on ${engine}: ${cases} cases; ${counts}; seed ${SEED}`);
  }
  expect((await service.ask("GET", "/admin/v1/me", { key: keys.read })).status).toBe(200);
  expect(service.log.filter(({ level }) => level !== "info")).toEqual([]);
  await petstockOrThrow(["verify", "--database", service.databaseUrl]);
  expect(await service.stop()).toBe(0);
  return fuzzer.counts;
}

async function explain(fuzzer: Fuzzer, error: unknown): Promise<never> {
  if (!(error instanceof FuzzFailure)) throw error;
  const shrunk = await shrink(fuzzer, error.plan);
  const bytes =
    shrunk === undefined ? "" : `\n${JSON.stringify(fuzzer.bytesOf(shrunk.plan).toString("latin1"))}`;
  throw new Error(
    `case ${error.plan.number} of seed ${SEED}: ${(shrunk?.error ?? error).message.slice(0, 3_000)}${bytes.slice(0, 3_000)}`,
  );
}
