// The severity of a line for systemd's journal, which reads and removes a prefix such as <4> (sd-daemon(3)). Other readers of
// standard error would show the prefix, so that it is written to the journal only.

import { fstatSync } from "node:fs";

/** Pino's number of the level. */
export const ERROR_LEVEL = 50;

/** Syslog's priorities (RFC 5424, section 6.2.1) by pino's numbers for levels. */
const PRIORITIES: readonly (readonly [level: number, priority: number])[] = [
  [ERROR_LEVEL, 3],
  [40, 4],
  [30, 6],
];
const DEBUG_PRIORITY = 7;

/**
 * The descriptor is connected to the journal. `stream` is the variable JOURNAL_STREAM: device and inode of the stream that
 * systemd made (systemd.exec(5)). It is inherited, so that the descriptor may have been redirected since.
 */
export function isJournal(descriptor: number, stream: string | undefined): boolean {
  if (stream === undefined) return false;
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return stream === `${dev}:${ino}`;
  } catch {
    // The descriptor is closed.
    return false;
  }
}

/** Prefixes each line, because the journal makes an entry of each. */
export function withPriority(text: string, level: number): string {
  const [, priority] = PRIORITIES.find(([least]) => level >= least) ?? [0, DEBUG_PRIORITY];
  return text.replaceAll(/^(?=.)/gm, `<${priority}>`);
}
