// The log: one line for each event, JSON for machines, readable on a terminal. Never hand it a key or a body.

import pino from "pino";
import { prettyFactory } from "pino-pretty";
import manifest from "../../package.json" with { type: "json" };
import type { Log, LogFields, LogLevel } from "../inventory/ports.ts";
import { printable } from "../printable.ts";
import { BufferedOutput } from "./buffered-output.ts";
import { isJournal, withPriority } from "./journal.ts";

const STDERR = 2;

export interface LogOptions {
  readonly level: LogLevel;
  /** One line that people read, instead of JSON. */
  readonly readable: boolean;
  readonly color: boolean;
  /** The variable JOURNAL_STREAM, by which systemd tells that standard error is its journal. */
  readonly journalStream: string | undefined;
}

/** The log of a process, which has to be flushed before the process ends. */
export interface ProcessLog extends Log {
  /** Lines that were not written because the buffer was full. */
  readonly linesDropped: number;
  /** Waits until all lines are written: true; false after the deadline, or where they cannot be written. */
  flush(deadlineMs: number): Promise<boolean>;
}

/** Writes to stderr, a moment later: no event waits for the line, and none fails with it (buffered-output.ts). */
export function createLog(options: LogOptions): ProcessLog {
  const output = new BufferedOutput(STDERR, {
    onDropped: (count, since) =>
      log.warn("log_lines_dropped", { count, since: new Date(since).toISOString() }),
  });
  const logger = pino(
    {
      level: options.level,
      base: { pid: process.pid, service: manifest.name, version: manifest.version },
      messageKey: "msg",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (json) => `${printable(json.trimEnd())}\n` },
    },
    destinationOf(output, options),
  );
  // Texts of a person's log are decoded once more, and some are written as they are: they are escaped before.
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

const READABLE = { translateTime: "SYS:HH:MM:ss.l", ignore: "pid,service,version" };
/** Asks pino to set `lastLevel` before each line. */
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
