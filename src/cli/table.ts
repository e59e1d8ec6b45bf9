// Rows as a table for people; scripts use --json.

import { toJson as exactJson } from "../contract/json.ts";
import type { Origin } from "../inventory/movement.ts";
import { printable } from "../printable.ts";

/** Columns are as wide as their widest cell. Each cell is printed as one line. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return aligned([header, ...rows]);
}

/** Rows without a header. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(printable));
  const [first = []] = shown;
  const widths = first.map((_, column) =>
    Math.max(...shown.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return `${shown.map(line).join("\n")}\n`;
}

/** To a number of terminal columns: a Chinese character takes two, a combining accent none. */
function padded(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(0, width - Bun.stringWidth(cell)));
}

/** A time of the store (ms since 1970) in UTC, to the second. */
export function timeText(at: number | null): string {
  return at === null ? "-" : new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Who, with the id of the API key that acted, since names repeat. */
export function actorText({ actor, keyId }: Pick<Origin, "actor" | "keyId">): string {
  return keyId === null ? actor : `${actor} (${keyId})`;
}

/** JSON with every digit of an id (ids are the only BigInts); characters that control a terminal are escaped. */
export function toJson(value: unknown): string {
  return printable(exactJson(value));
}
