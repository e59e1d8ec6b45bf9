// A table of the faults of a run, printed at its end.

import { afterAll } from "bun:test";
import type { Load } from "./load.ts";

export interface Endured {
  readonly fault: string;
  readonly load: Load;
  readonly recoveredMs: number;
  readonly lost: number;
}

const rows: (readonly string[])[] = [];

export function addToTable({ fault, load, recoveredMs, lost }: Endured): void {
  const counts = (["ok", "unavailable", "outcome_unknown", "wrong"] as const).map((each) => load.count(each));
  const times = [load.longestMs, recoveredMs].map((ms) => `${Math.round(ms)} ms`);
  rows.push([fault, ...counts.map(String), ...times, String(lost)]);
}

const HEAD = [
  "fault",
  "200",
  "unavailable",
  "outcome_unknown",
  "wrong",
  "longest",
  "recovered after",
  "lost",
];

/** Prints the table after the last test of a file; each file of faults calls this. */
export function printTableAtEnd(): void {
  afterAll(() => {
    const lines = [HEAD, ...rows];
    rows.length = 0;
    const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
    const padded = lines.map((line) =>
      line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "),
    );
    process.stdout.write(`${padded.join("\n")}\n`);
  });
}
