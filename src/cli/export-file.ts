// The flags --format and --output: the format and the file of exported rows.

import { type Command, Option } from "commander";
import { printable } from "../printable.ts";
import { formatOfFileName, TRANSFER_FORMATS, type TransferFormat } from "../transfer/format.ts";
import { type Write, writeFileAtomically } from "./atomic-file.ts";
import { type Context, printData } from "./context.ts";

export interface ExportOptions {
  readonly format?: TransferFormat;
  readonly output?: string;
}

interface ExportFlags {
  readonly formats?: readonly TransferFormat[];
  /** What --format does. */
  readonly help?: string;
}

export function withExportFlags(
  command: Command,
  { formats = TRANSFER_FORMATS, help = "default: by the file's name, else csv" }: ExportFlags = {},
): Command {
  return command
    .addOption(new Option("--format <format>", help).choices(formats))
    .option("--output <file>", "the file to write, completely or not at all; default: standard output");
}

/** Calls `writeAll` with the format and the function that writes a part of the text; gives its result. */
export function exportTo<T>(
  context: Context,
  { output, format = formatOfFileName(output ?? "") ?? "csv" }: ExportOptions,
  writeAll: (format: TransferFormat, write: Write) => Promise<T>,
): Promise<T> {
  return output === undefined
    ? writeAll(format, (text) => printData(context, forReader(context, text)))
    : writeFileAtomically(context, output, (write) => writeAll(format, write));
}

/** On a terminal texts from elsewhere, such as a service's labels, must not control it; a pipe or a file gets them as they are. */
function forReader({ stdout }: Context, text: string): string {
  return stdout.isTTY === true ? text.split("\n").map(printable).join("\n") : text;
}
