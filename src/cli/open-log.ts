// Opens the log of the service as the settings say.

import type { Config } from "../config.ts";
import { createLog, type LogOptions, type ProcessLog } from "../log/log.ts";

interface Stderr extends Pick<LogOptions, "color" | "journalStream"> {
  readonly onTerminal: boolean;
}

/** The format `auto` is readable on a terminal, JSON elsewhere. */
export function openLog(
  { logLevel, logFormat }: Pick<Config, "logLevel" | "logFormat">,
  { onTerminal, ...stderr }: Stderr,
): ProcessLog {
  const readable = logFormat === "pretty" || (logFormat === "auto" && onTerminal);
  return createLog({ level: logLevel, readable, ...stderr });
}
