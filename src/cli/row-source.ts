// A file of rows for import: checked before a database is created for it, and opened and converted when it is read.

import { accessSync, constants, createReadStream, type Stats, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { withRightsFor } from "../files/rights.ts";
import { formatOfFileName, TRANSFER_FORMATS, type TransferFormat } from "../transfer/format.ts";
import { readRowsOf } from "../transfer/read-rows.ts";
import type { RowForm } from "../transfer/row-form.ts";
import type { RowBatch } from "../transfer/row-report.ts";
import { openSpreadsheet } from "../transfer/spreadsheet-file.ts";
import { spreadsheetForm } from "../transfer/spreadsheet-form.ts";
import { CommandError, type Context, EXIT, printMessage } from "./context.ts";

export interface RowSource {
  readonly name: string;
  /** Throws a CommandError if the file cannot be read. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly format: TransferFormat;
  /** In bytes; null if unknown, as for a pipe. */
  readonly size: number | null;
}

/** `path` - is standard input. Throws a CommandError. */
export function openSource(
  { stdin }: Pick<Context, "stdin">,
  path: string,
  given: TransferFormat | undefined,
): RowSource {
  const format = given ?? formatOfFileName(path);
  if (format === undefined) {
    throw new CommandError(
      `${path}: its name does not show the format; add --format ${TRANSFER_FORMATS.join("|")}`,
      EXIT.usage,
    );
  }
  if (path === "-") {
    const name = "standard input";
    return {
      name,
      bytes: bytesOf(name, () => stdin.open() as AsyncIterable<Uint8Array>),
      format,
      size: null,
    };
  }
  const stats = statOrThrow(path);
  const size = stats.isFile() ? stats.size : null;
  return { name: path, bytes: bytesOf(path, () => bytesOfFile(path)), format, size };
}

/** The rows of a file as spreadsheets save it, too. Says how it was read if it is not UTF-8. */
export async function* readSheet<Row>(
  context: Context,
  { name, bytes, format }: Pick<RowSource, "name" | "bytes" | "format">,
  form: RowForm<Row>,
): AsyncGenerator<RowBatch<Row>, void, undefined> {
  const file = openSpreadsheet(bytes, format);
  yield* readRowsOf(spreadsheetForm(form), file.bytes, format);
  const encoding = file.encoding();
  if (encoding !== "UTF-8") printMessage(context, `${name} is not UTF-8; it was read as ${encoding}.`);
}

function statOrThrow(path: string): Stats {
  let stats: Stats;
  try {
    stats = statSync(path);
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (stats.isDirectory()) throw new CommandError(`${path} is a folder; name a file`);
  return stats;
}

/** Opens the file when the first byte is wanted: an error of a stream that has no listener yet ends the process. */
async function* bytesOf(name: string, begin: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* begin();
  } catch (error) {
    throw unreadable(name, error);
  }
}

async function* bytesOfFile(path: string): AsyncGenerator<Uint8Array> {
  await using file = await withRightsFor(path, () => open(path));
  yield* createReadStream(path, { fd: file.fd, autoClose: false });
}

function unreadable(name: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  if (error.code === "ENOENT") return new CommandError(`${name}: there is no such file`);
  return new CommandError(`${name} cannot be read: ${error.message}`);
}
