// No request ends in a 500, a hang or a crash, whatever is wrong with it and however it comes: valid requests of every
// route, changed at random in any part, on many connections at once. PETSTOCK_SEED repeats a run, case by case.

import { expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../../src/keys/format.ts";
import { ledgerOf } from "../../http/ledger.ts";
import type { TestService } from "../../support/service.ts";
import { sized } from "../../support/sizes.ts";
import { revokeKey } from "../../support/stock.ts";
import { ENGINES } from "../engines.ts";
import { runCampaign } from "./campaign.ts";
import { type Keys, V1_GRAMMAR } from "./case.ts";
import { words } from "./draft.ts";
import type { Fuzzer, Update } from "./fuzzer.ts";

/** Fewer on PostgreSQL: only the store depends on the engine, and commits are slower there. */
const CASES = {
  SQLite: sized({ quick: 2_000, long: 10_000, hours: 1_000_000 }),
  PostgreSQL: sized({ quick: 500, long: 1_500, hours: 200_000 }),
};
const CLIENTS = 64;
/** Options that make the service read further headers. */
const PROTECTION = ["--trusted-proxies", "127.0.0.1", "--cors-origin", "https://shop.example"];

setDefaultTimeout(sized({ quick: 120_000, hours: 3_600_000 }));

/** Outcomes that must occur; otherwise the mutations are too harmless. */
const FREQUENT = words("200 204 400 401 404 405 closed vanished").concat("runtime 400", "runtime 505");
/** One in two hundred cases: a run of two thousand could miss one by chance. */
const RARE = words("304 403 412 413 414 415 422 429 431").concat("runtime 431");
const EXPECTED = { SQLite: CASES.SQLite < 20_000 ? FREQUENT : [...FREQUENT, ...RARE], PostgreSQL: [] };

interface AllKeys extends Keys {
  /** Used by no case. */
  readonly kept: string;
}

async function keysOf(service: TestService): Promise<AllKeys> {
  const make = (name: string, ...more: string[]) => service.makeKey("--name", name, ...more);
  const [kept, read, unread] = [await make("kept"), await make("read"), await make("unread")];
  const [readOnly, revoked] = [await make("reader", "--read-only"), await make("revoked")];
  await revokeKey(service, revoked, "revoked");
  return { kept, read, unread, readOnly, revoked, unknown: makeKey() };
}

test.each(ENGINES)(
  "every request is answered or refused as documented, and only those answered 200 change anything, on $name",
  async (engine) => {
    const cases = CASES[engine.name];
    const options = { grammar: V1_GRAMMAR, cases, clients: CLIENTS, args: PROTECTION };
    const counts = await runCampaign({ name: "fuzz", engine, ...options, keysOf, expectUnharmed });
    expect(EXPECTED[engine.name].filter((kind) => !counts.has(kind))).toEqual([]);
  },
);

/** The service still works, and its ledger has every update answered 200 and no refused one. */
async function expectUnharmed(service: TestService, fuzzer: Fuzzer, { kept }: AllKeys): Promise<void> {
  expect((await service.ask("GET", "/readyz")).status).toBe(200);
  expect((await service.list(kept)).status).toBe(200);
  const acknowledged = new Set(fuzzer.acknowledged.map(nameOf));
  const updates = (await ledgerOf(service)).filter(({ reason }) => reason === "update");
  const strange = updates.filter(({ petId, after, by: { actor, requestId } }) => {
    const update = { petId: `${petId}`, quantity: after?.quantity ?? -1, requestId: requestId ?? "" };
    if (acknowledged.has(nameOf(update))) return false;
    return actor !== "key:unread" || fuzzer.refused.has(update.requestId);
  });
  expect(strange).toEqual([]);
  expect(updates.length).toBeGreaterThan(0);
}

function nameOf({ petId, quantity, requestId }: Update): string {
  return `${requestId} ${petId} ${quantity}`;
}
