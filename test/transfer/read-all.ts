// Reads a whole file at once, for tests of rows and problems, not of streaming.

import { expect } from "bun:test";
import type { ImportRow } from "../../src/inventory/import.ts";
import type { TransferFormat } from "../../src/transfer/format.ts";
import { describeProblem } from "../../src/transfer/problem.ts";
import { readRows } from "../../src/transfer/read-rows.ts";

export interface Reading {
  readonly rows: readonly ImportRow[];
  /** The messages of `describeProblem`. */
  readonly problems: readonly string[];
}

export async function readAll(file: string | Uint8Array, format: TransferFormat): Promise<Reading> {
  return readChunks([bytesOf(file)], format);
}

export async function readChunks(chunks: Iterable<Uint8Array>, format: TransferFormat): Promise<Reading> {
  const rows: ImportRow[] = [];
  const problems: string[] = [];
  for await (const batch of readRows(streamOf(chunks), format)) {
    rows.push(...batch.rows);
    problems.push(...batch.problems.map(describeProblem));
  }
  return { rows, problems };
}

/** The rows without line numbers. */
export function itemsOf(rows: readonly ImportRow[]): Partial<ImportRow>[] {
  return rows.map((row) => {
    const { line, ...item } = row;
    expect(line).toBeGreaterThan(0);
    return item;
  });
}

export function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === "string" ? new TextEncoder().encode(file) : file;
}

async function* streamOf(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
