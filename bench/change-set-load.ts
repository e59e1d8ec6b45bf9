// A change set of 10,000 rows, and how long the updates of others wait for it.

import type { Server } from "./children.ts";
import { authorization } from "./database.ts";
import { ID_STEP } from "./inventories.ts";

export const SET_ROWS = 10_000;
/** Updates at once beside a change set. */
const CONNECTIONS = 16;
const PAUSE_MS = 100;

interface Client {
  readonly server: Server;
  readonly key: string;
}

/** Changes the quantity of every pet; `turn` differs from that of the set before. Milliseconds until its 200. */
export async function applySet({ server, key }: Client, turn: number): Promise<number> {
  const rows = Array.from({ length: SET_ROWS }, (_, i) => `${(i + 1) * ID_STEP},${turn + (i % 7)}`);
  const body = ["petId,quantity", ...rows].join("\n");
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/admin/v1/revisions`, {
    method: "POST",
    headers: { ...authorization({ key }), "Content-Type": "text/csv" },
    body,
  });
  if (response.status !== 200) throw new Error(`a change set answered ${await response.text()}`);
  await response.text();
  return performance.now() - startedAt;
}

/** Applies `count` sets beside updates. For each the longest time of an update that overlapped it, in ms. */
export async function longestWaits(client: Client, count: number): Promise<readonly number[]> {
  const updates = new Updates(client);
  const waits: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    await Bun.sleep(PAUSE_MS);
    const startedAt = performance.now();
    await applySet(client, 10_000 + 10 * turn);
    waits.push(updates.longestSince(startedAt));
  }
  await updates.end();
  return waits;
}

/** Updates in closed loops, and how long each took. */
class Updates {
  readonly #times: { readonly startedAt: number; readonly endedAt: number }[] = [];
  readonly #loops: Promise<void>[];
  #hasEnded = false;

  constructor(client: Client) {
    this.#loops = Array.from({ length: CONNECTIONS }, (_, index) => this.#loop(client, index));
  }

  /** The longest duration of the updates that have ended since. */
  longestSince(time: number): number {
    const overlapping = this.#times.filter(({ endedAt }) => endedAt > time);
    return Math.max(0, ...overlapping.map(({ startedAt, endedAt }) => endedAt - startedAt));
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.all(this.#loops);
  }

  async #loop({ server, key }: Client, index: number): Promise<void> {
    const headers = { ...authorization({ key }), "Content-Type": "application/json" };
    for (let turn = 0; !this.#hasEnded; turn++) {
      const petId = (1 + ((index + turn * CONNECTIONS) % SET_ROWS)) * ID_STEP;
      const startedAt = performance.now();
      const body = `{"quantity":${turn % 1_000}}`;
      const response = await fetch(`${server.url}/v1/inventory/${petId}`, { method: "PATCH", headers, body });
      await response.text();
      if (response.status !== 200) throw new Error(`an update answered ${response.status}`);
      this.#times.push({ startedAt, endedAt: performance.now() });
    }
  }
}
