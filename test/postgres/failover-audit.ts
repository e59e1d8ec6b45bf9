// The audit after a failover with synchronous replication: what clients got, against the ledger of the new primary.

import { expect } from "bun:test";
import { FollowedStream } from "../faults/followed-stream.ts";
import { SEED } from "../support/sizes.ts";
import type { Answer } from "../support/service.ts";
import type { CheckedLoad } from "./checked-load.ts";
import type { Fleet } from "./fleet.ts";

/** A stream of each service. */
export interface FollowedStreams extends AsyncDisposable {
  readonly all: readonly FollowedStream[];
  reach(list: Answer): Promise<unknown>;
}

/** A stream of each service, from the current list on. */
export async function followAll(fleet: Fleet, key: string): Promise<FollowedStreams> {
  const list = await fleet.any.list(key);
  const all = fleet.services.map(({ url }) => FollowedStream.after(list, { url: () => url, key }));
  return {
    all,
    reach: (answer) => Promise.all(all.map((stream) => stream.reaches(answer))),
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((stream) => stream[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Every acknowledged update is in the ledger once, no refused one is, no list was stale, and the streams show the ledger.
 * Prints the figures, with what `title` and `ending` say.
 */
export async function expectNothingLost(
  { fleet, key, load, streams }: { fleet: Fleet; key: string; load: CheckedLoad; streams: FollowedStreams },
  { title, ending }: { title: string; ending: string },
): Promise<void> {
  const ledger = (await fleet.ledger()).filter(({ by }) => by.requestId !== null);
  const held = new Set(ledger.map(({ by }) => by.requestId));
  const outcomes = [...load.updates];
  const lost = outcomes.filter(([id, what]) => what === "acknowledged" && !held.has(id));
  const invented = outcomes.filter(([id, what]) => what === "refused" && held.has(id));
  const unknown = outcomes.filter(([, what]) => what === "unknown");
  console.log(
    `${title}: ${load.writes} acknowledged, lost: ${lost.length}, ${load.refused} answers 503 ` +
      `(${unknown.length} in doubt), ${load.lists} lists, stale: ${load.stale.length}; ${ending}; seed ${SEED}`,
  );
  expect({ lost, invented }).toEqual({ lost: [], invented: [] });
  await streams.reach(await fleet.any.list(key));
  for (const stream of streams.all) {
    expect(stream.gone).toBe(0);
    stream.expectTrue(ledger);
  }
  // Each update is in the ledger once.
  expect(ledger).toHaveLength(held.size);
  expect({ stale: load.stale, surprises: load.surprises }).toEqual({ stale: [], surprises: [] });
  expect(JSON.parse(await fleet.command(["verify", "--json"])).problems).toEqual([]);
}
