// The log: one line for each event, JSON for machines, readable on a terminal. Never hand it a key or a body.

import pino from "pino";
import pretty from "pino-pretty";
import type { Log, LogFields, LogLevel } from "./inventory/ports.ts";
import { printable } from "./printable.ts";

const STDERR = 2;

export interface LogOptions {
  readonly level: LogLevel;
  /** One line that people read, instead of JSON. */
  readonly readable: boolean;
  readonly color: boolean;
}

/** Writes to stderr, at once: what was logged before a crash is there after it. */
export function createLog({ level, readable, color }: LogOptions): Log {
  const destination = readable
    ? pretty({
        destination: STDERR,
        sync: true,
        colorize: color,
        translateTime: "SYS:HH:MM:ss.l",
        ignore: "pid",
      })
    : pino.destination({ dest: STDERR, sync: true });
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      messageKey: "msg",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (json) => `${printable(json.trimEnd())}\n` },
    },
    destination,
  );
  // Texts of a person's log are decoded once more, and some are written as they are: they are escaped before.
  const shown = readable ? printableFields : (fields: LogFields) => fields;
  return {
    debug: (event: string, fields: LogFields = {}) => logger.debug(shown(fields), event),
    info: (event: string, fields: LogFields = {}) => logger.info(shown(fields), event),
    warn: (event: string, fields: LogFields = {}) => logger.warn(shown(fields), event),
    error: (event: string, fields: LogFields = {}) => logger.error(shown(fields), event),
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
