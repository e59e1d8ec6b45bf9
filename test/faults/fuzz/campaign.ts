// One run of the fuzzer against a service on one engine; it prints how often each outcome came.

import { expect } from "bun:test";
import type { TestService } from "../../support/service.ts";
import { SEED } from "../../support/sizes.ts";
import type { FaultEngine } from "../engines.ts";
import type { Grammar, Keys } from "./case.ts";
import { PET_IDS } from "./draft.ts";
import { FuzzFailure, Fuzzer } from "./fuzzer.ts";
import { shrink } from "./shrink.ts";

export interface Campaign<K extends Keys> {
  /** What is tested, for the line that is printed. */
  readonly name: string;
  readonly engine: FaultEngine;
  readonly grammar: Grammar;
  readonly cases: number;
  readonly clients: number;
  readonly args?: readonly string[];
  keysOf(service: TestService): Promise<K>;
  /** Asserts the state of the service after all cases. */
  expectUnharmed(service: TestService, fuzzer: Fuzzer, keys: K): Promise<void>;
}

/** How often each kind of answer came. Throws with the smallest case that breaks a promise. */
export async function runCampaign<K extends Keys>(campaign: Campaign<K>): Promise<Fuzzer["counts"]> {
  const { name, engine, grammar, cases, clients, args = [] } = campaign;
  await using database = await engine.makeDatabase();
  const rows = PET_IDS.map((petId) => `${petId},1,available`);
  // Keeps no lines of refusals: there are as many as cases.
  await using service = await database.start({ rows, args, keeps: ({ msg }) => msg !== "request_refused" });
  const keys = await campaign.keysOf(service);
  const fuzzer = new Fuzzer(service.url, keys, grammar);
  const startedAt = performance.now();
  try {
    await fuzzer.run({ seed: SEED, count: cases, clients }).catch((error) => explain(fuzzer, error));
  } finally {
    const seconds = (performance.now() - startedAt) / 1000;
    const kinds = [...fuzzer.counts].toSorted(([a], [b]) => a.localeCompare(b));
    const counts = kinds.map(([kind, count]) => `${kind}: ${count}`).join(", ");
    console.log(
      `${name} on ${engine.name}: ${cases} cases in ${seconds.toFixed(1)} s; ${counts}; seed ${SEED}`,
    );
  }
  await campaign.expectUnharmed(service, fuzzer, keys);
  expect(service.log.filter(({ level }) => level !== "info")).toEqual([]);
  await service.command("verify");
  // SIGTERM, which leaves no connection to the database behind.
  expect(await service.stop()).toBe(0);
  return fuzzer.counts;
}

async function explain(fuzzer: Fuzzer, error: unknown): Promise<never> {
  if (!(error instanceof FuzzFailure)) throw error;
  const { plan } = error;
  const shrunk = await shrink(fuzzer, plan);
  const bytes = (of: typeof plan) => JSON.stringify(fuzzer.bytesOf(of).toString("latin1").slice(0, 20_000));
  throw new Error(
    [
      `PETSTOCK_SEED=${SEED}: case ${plan.number} (${plan.way}): ${error.message}`,
      `its bytes: ${bytes(plan)}`,
      shrunk === undefined
        ? "alone it does no harm"
        : `alone it does the same; as small as it gets: ${bytes(shrunk.plan)}: ${shrunk.error.message}`,
    ].join("\n"),
    { cause: error },
  );
}
