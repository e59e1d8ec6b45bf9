// Rows as a table for people. Scripts take --json.

/** Columns as wide as their widest cell; without colours, without lines. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return aligned([header, ...rows]);
}

/** More rows of a table. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const [first = []] = rows;
  const widths = first.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return `${rows.map(line).join("\n")}\n`;
}

/** A time of the store (ms since 1970) in UTC, to the second. */
export function timeText(at: number | null): string {
  return at === null ? "-" : new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

/** `JSON.rawJSON` (ECMAScript 2026) is in the runtime, and not yet in its types. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** JSON with every digit of an id: ids are the only BigInts. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? rawJSON(String(each)) : each,
  );
}
