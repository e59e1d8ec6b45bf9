// No request ends in a 500, a hang or a crash, whatever is wrong with it and however it comes: valid requests of every
// route, changed at random in any part, on many connections at once. PETSTOCK_SEED repeats a run, case by case.

import { expect, test } from "bun:test";
import { makeKey } from "../../../src/keys/format.ts";
import { ledgerOf } from "../../http/ledger.ts";
import { SEED, sized } from "../../support/sizes.ts";
import { petstockOrThrow } from "../../support/petstock.ts";
import { makeDatabase, sharedServer } from "../../support/postgres-database.ts";
import { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import type { Keys } from "./case.ts";
import { PET_IDS } from "./draft.ts";
import { FuzzFailure, Fuzzer } from "./fuzzer.ts";
import { shrink } from "./shrink.ts";

const CASES = sized({ quick: 2_000, long: 10_000, hours: 1_000_000 });
/** Fewer: only the store depends on the engine, and commits are slower on PostgreSQL. */
const POSTGRES_CASES = sized({ quick: 500, long: 1_500, hours: 200_000 });
const CLIENTS = 64;
/** Options that make the service read further headers. */
const PROTECTION = ["--trusted-proxies", "127.0.0.1", "--cors-origin", "https://shop.example"];
const MS_MAX = sized({ quick: 120_000, hours: 3_600_000 });

/** Outcomes that must occur; otherwise the mutations are too harmless. */
const FREQUENT = [
  "200",
  "204",
  "400",
  "401",
  "404",
  "405",
  "runtime 400",
  "runtime 505",
  "closed",
  "vanished",
];
/** One in two hundred cases: a run of two thousand could miss one by chance. */
const RARE = ["304", "403", "412", "413", "414", "415", "422", "429", "431", "runtime 431"];
const EXPECTED = CASES < 20_000 ? FREQUENT : [...FREQUENT, ...RARE];

async function keysOf(service: TestService): Promise<Keys & { readonly kept: string }> {
  const make = (name: string, ...more: string[]) => service.makeKey("--name", name, ...more);
  const [kept, read, unread, readOnly, revoked] = [
    await make("kept"),
    await make("read"),
    await make("unread"),
    await make("reader", "--read-only"),
    await make("revoked"),
  ];
  const { stdout } = await petstockOrThrow(["keys", "list", "--json", "--database", service.databaseUrl]);
  const { id } = (JSON.parse(stdout) as { id: string; name: string }[]).find(
    ({ name }) => name === "revoked",
  )!;
  await petstockOrThrow(["keys", "revoke", id, "--database", service.databaseUrl]);
  // A service notices a revocation within a second, and the first case relies on it.
  await until("the revoked key to be refused", async () => (await service.list(revoked)).status === 401);
  return { kept, read, unread, readOnly, revoked, unknown: makeKey() };
}

test(
  `every request is answered or refused as documented, and only those answered 200 change anything (${CASES} cases)`,
  async () => {
    const counts = await fuzz("SQLite", CASES);
    expect(EXPECTED.filter((kind) => !counts.has(kind))).toEqual([]);
  },
  MS_MAX,
);

test(
  `the same on PostgreSQL (${POSTGRES_CASES} cases)`,
  async () => {
    await using database = await makeDatabase(await sharedServer());
    await fuzz("PostgreSQL", POSTGRES_CASES, database.url);
  },
  MS_MAX,
);

/** Keeps no lines of refusals: there are as many as cases. */
async function fuzz(engine: string, cases: number, database?: string): Promise<Fuzzer["counts"]> {
  await using service = await TestService.start({
    rows: PET_IDS.map((petId) => `${petId},1,available`),
    args: PROTECTION,
    keeps: ({ msg }) => msg !== "request_refused",
    ...(database !== undefined && { database }),
  });
  const { kept, ...keys } = await keysOf(service);
  const fuzzer = new Fuzzer(service.url, keys);
  const startedAt = performance.now();
  try {
    await fuzzer.run({ seed: SEED, count: cases, clients: CLIENTS }).catch((error) => explain(fuzzer, error));
  } finally {
    const seconds = (performance.now() - startedAt) / 1000;
    const kinds = [...fuzzer.counts].toSorted(([a], [b]) => a.localeCompare(b));
    const counts = kinds.map(([kind, count]) => `${kind}: ${count}`).join(", ");
    console.log(`fuzz on ${engine}: ${cases} cases in ${seconds.toFixed(1)} s; ${counts}; seed ${SEED}`);
  }
  await expectUnharmed(service, fuzzer, kept);
  // SIGTERM, which leaves no connection to the database behind.
  expect(await service.stop()).toBe(0);
  return fuzzer.counts;
}

/** The service still works, its log has no failure, and its ledger has every update answered 200 and no refused one. */
async function expectUnharmed(service: TestService, fuzzer: Fuzzer, key: string): Promise<void> {
  expect((await service.ask("GET", "/readyz")).status).toBe(200);
  expect((await service.list(key)).status).toBe(200);
  expect(service.log.filter(({ level }) => level !== "info")).toEqual([]);
  await petstockOrThrow(["verify", "--database", service.databaseUrl]);
  const acknowledged = new Set(fuzzer.acknowledged.map(nameOf));
  const updates = (await ledgerOf(service)).filter(({ reason }) => reason === "update");
  const strange = updates.filter(({ petId, after, by }) => {
    const name = nameOf({
      petId: `${petId}`,
      quantity: after?.quantity ?? -1,
      requestId: by.requestId ?? "",
    });
    if (acknowledged.has(name)) return false;
    return by.actor !== "key:unread" || fuzzer.refused.has(by.requestId ?? "");
  });
  expect(strange).toEqual([]);
  expect(updates.length).toBeGreaterThan(0);
}

function nameOf({
  petId,
  quantity,
  requestId,
}: {
  petId: string;
  quantity: number;
  requestId: string;
}): string {
  return `${requestId} ${petId} ${quantity}`;
}

async function explain(fuzzer: Fuzzer, error: unknown): Promise<never> {
  if (!(error instanceof FuzzFailure)) throw error;
  const { plan } = error;
  const shrunk = await shrink(fuzzer, plan);
  const smallest = shrunk?.plan ?? plan;
  const bytes = (of: typeof plan) => JSON.stringify(fuzzer.bytesOf(of).toString("latin1").slice(0, 20_000));
  throw new Error(
    [
      `PETSTOCK_SEED=${SEED}: case ${plan.number} (${plan.way}): ${error.message}`,
      `its bytes: ${bytes(plan)}`,
      shrunk === undefined
        ? "alone it does no harm"
        : `alone it does the same; as small as it gets: ${bytes(smallest)}: ${shrunk.error.message}`,
    ].join("\n"),
    { cause: error },
  );
}
