// The log: one line for each event, as JSON or readable text. Must never be given a key or a body.

import pino from "pino";
import { prettyFactory } from "pino-pretty";
import manifest from "../../package.json" with { type: "json" };
import type { Log, LogFields, LogLevel } from "../inventory/log.ts";
import { printable } from "../printable.ts";
import { BufferedOutput } from "./buffered-output.ts";
import { isJournal, withPriority } from "./journal.ts";

const STDERR = 2;

export interface LogOptions {
  readonly level: LogLevel;
  /** Of the program, for each line. */
  readonly version: string;
  /** The store's name, for each line; undefined if it has none. */
  readonly storeName: string | undefined;
  /** Readable text instead of JSON. */
  readonly readable: boolean;
  readonly color: boolean;
  /** The variable JOURNAL_STREAM, which systemd sets if standard error is its journal. */
  readonly journalStream: string | undefined;
}

/** The log of a process, to be flushed before the process ends. */
export interface ProcessLog extends Log {
  /** The number of lines that were dropped because the buffer was full. */
  readonly linesDropped: number;
  /** True when all lines are written; false after the deadline, or if they cannot be written. */
  flush(deadlineMs: number): Promise<boolean>;
}

/** Writes to stderr through a buffer: no caller waits for a line or fails with it (buffered-output.ts). */
export function createLog(options: LogOptions): ProcessLog {
  const output = new BufferedOutput(STDERR, {
    onDropped: (count, since) =>
      log.warn("log_lines_dropped", { count, since: new Date(since).toISOString() }),
  });
  const logger = pino(
    {
      level: options.level,
      base: baseOf(options),
      messageKey: "msg",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (json) => `${printable(json.trimEnd())}\n` },
    },
    destinationOf(output, options),
  );
  // pino-pretty parses the JSON and shows some texts as they are, so that they are escaped before.
  const shown = options.readable ? printableFields : (fields: LogFields) => fields;
  const log: ProcessLog = {
    debug: (event: string, fields: LogFields = {}) => logger.debug(shown(fields), event),
    info: (event: string, fields: LogFields = {}) => logger.info(shown(fields), event),
    warn: (event: string, fields: LogFields = {}) => logger.warn(shown(fields), event),
    error: (event: string, fields: LogFields = {}) => logger.error(shown(fields), event),
    get linesDropped() {
      return output.dropped;
    },
    flush: (deadlineMs) => output.flush(deadlineMs),
  };
  return log;
}

function baseOf({ version, storeName: store }: LogOptions): LogFields {
  return { pid: process.pid, service: manifest.name, version, ...(store !== undefined && { store }) };
}

const READABLE = { translateTime: "SYS:HH:MM:ss.l", ignore: "pid,service,version" };
/** Makes pino set `lastLevel` before each line. */
const METADATA = Symbol.for("pino.metadata");

interface Destination {
  readonly [METADATA]: true;
  lastLevel: number;
  write(line: string): void;
}

function destinationOf(output: BufferedOutput, { readable, color, journalStream }: LogOptions): Destination {
  const formatted = readable ? prettyFactory({ ...READABLE, colorize: color }) : (line: string) => line;
  const isPrefixed = isJournal(STDERR, journalStream);
  return {
    [METADATA]: true,
    lastLevel: 0,
    write(line) {
      const text = formatted(line);
      output.write(isPrefixed ? withPriority(text, this.lastLevel) : text);
    },
  };
}

function printableFields(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? printable(value) : value,
    ]),
  );
}
