// Sums additions and removals by reason. The totals have no reasons, so the period's movements are read, newest first, up to a limit.

import type { Movement, PetstockAdmin } from "../../client/client.ts";

export interface ReasonSum {
  readonly reason: string;
  readonly in: number;
  readonly out: number;
}

export interface ReasonSums {
  /** The largest first. */
  readonly sums: readonly ReasonSum[];
  readonly movements: number;
  /** The time of the oldest movement that was read, if older ones of the period are left. */
  readonly readSince: string | undefined;
}

const PAGE_SIZE = 1000;

interface ReadReasonsOptions {
  readonly since: Date;
  /** The most movements to read. */
  readonly max: number;
  readonly signal: AbortSignal;
  /** Called after each page. */
  readonly onProgress: (movements: number) => void;
}

export async function readReasonSums(
  admin: PetstockAdmin,
  { since, max, signal, onProgress }: ReadReasonsOptions,
): Promise<ReasonSums> {
  const sums = new Map<string, ReasonSum>();
  let movements = 0;
  let cursor: string | undefined;
  do {
    const page = await admin.movementPage({ since, cursor, pageSize: PAGE_SIZE, signal });
    for (const movement of page.entries) add(sums, movement);
    movements += page.entries.length;
    cursor = page.next ?? undefined;
    onProgress(movements);
    if (movements >= max && cursor !== undefined) return result(sums, movements, page.entries.at(-1)?.at);
  } while (cursor !== undefined);
  return result(sums, movements, undefined);
}

function add(sums: Map<string, ReasonSum>, { reason, before, after }: Movement): void {
  const by = (after?.quantity ?? 0) - (before?.quantity ?? 0);
  const sum = sums.get(reason) ?? { reason, in: 0, out: 0 };
  sums.set(reason, { reason, in: sum.in + Math.max(by, 0), out: sum.out + Math.max(-by, 0) });
}

function result(
  sums: ReadonlyMap<string, ReasonSum>,
  movements: number,
  readSince: string | undefined,
): ReasonSums {
  const moved = [...sums.values()].filter((sum) => sum.in + sum.out > 0);
  return { sums: [...moved].sort((a, b) => b.in + b.out - (a.in + a.out)), movements, readSince };
}
