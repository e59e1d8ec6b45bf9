// Texts of requests to /admin/v1: queries, changes, rows and labels, with every digit of an id.

import type { Change, ChangeSet, LabelChange, Row } from "./admin-types.ts";
import type { Time } from "./admin-options.ts";
import { petIdOrThrow } from "./options.ts";

/** Rows as a caller gives them: objects, or the text of a file. */
export type Rows<Each = Row> = Iterable<Each> | AsyncIterable<Each> | string | Uint8Array | Blob;

/** The service takes no larger body. Bounds the memory that endless rows can take. */
const ROWS_BYTES_MAX = 64 * 1024 * 1024;
/** A Blob of fewer pieces is quicker to make. */
const PIECE_CHARS = 65_536;

/** `?a=1&b=2`; empty without members. Members that are undefined or false are left out. */
export function queryOf(
  members: Readonly<Record<string, string | number | bigint | boolean | undefined>>,
): string {
  const given = Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : `${name}=${encodeURIComponent(String(value))}`,
  );
  return given.length === 0 ? "" : `?${given.join("&")}`;
}

/** Throws a TypeError. */
export function timeText(name: string, time: Time | undefined): string | undefined {
  if (time === undefined || typeof time === "string") return time;
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new TypeError(`${name} must be a valid date`);
}

export function changeSetJson({ reason, note, changes }: ChangeSet): string {
  const head = JSON.stringify({ reason, note }).slice(0, -1);
  return `${head}${head === "{" ? "" : ","}"changes":[${changes.map(jsonOf).join(",")}]}`;
}

/** Not a stream: rows that are sent again after a lost answer must be the same, and browsers send no streams. */
export async function rowsBlob(rows: Rows<Row | LabelChange>): Promise<Blob> {
  if (rows instanceof Blob) return rows;
  if (typeof rows === "string" || rows instanceof Uint8Array) return new Blob([rows as string]);
  const pieces: string[] = [];
  let piece = "";
  let chars = 0;
  for await (const row of rows) {
    piece += `${jsonOf(row)}\n`;
    if (piece.length < PIECE_CHARS) continue;
    pieces.push(piece);
    chars += piece.length;
    piece = "";
    if (chars > ROWS_BYTES_MAX) throw new RangeError(`the rows are longer than ${ROWS_BYTES_MAX} bytes`);
  }
  return new Blob([...pieces, piece]);
}

/** Written by hand, because not every runtime can write a BigInt as a number. */
function jsonOf({ petId, ...rest }: Change | LabelChange | Row): string {
  const members = JSON.stringify(rest).slice(1, -1);
  return `{"petId":${petIdOrThrow(petId)}${members === "" ? "" : `,${members}`}}`;
}

const TYPES = { csv: "text/csv", ndjson: "application/x-ndjson" } as const;

/** The media type of the body that `rowsBlob` makes. `format`: that of text. */
export function rowsType(rows: Rows<Row | LabelChange>, format: keyof typeof TYPES = "csv"): string {
  const isText = typeof rows === "string" || rows instanceof Uint8Array || rows instanceof Blob;
  return TYPES[isText ? format : "ndjson"];
}
