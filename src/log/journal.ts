// The severity of a line for systemd's journal, which reads it from a prefix such as <4> and takes the prefix away
// (sd-daemon(3)). Other readers of standard error would show it, so it is written to a journal alone.

import { fstatSync } from "node:fs";

/** Pino's number. */
export const ERROR_LEVEL = 50;

/** Syslog's priorities (RFC 5424, section 6.2.1) by pino's numbers for levels. */
const PRIORITIES: readonly (readonly [level: number, priority: number])[] = [
  [ERROR_LEVEL, 3],
  [40, 4],
  [30, 6],
];
const DEBUG_PRIORITY = 7;

/**
 * Whether the descriptor leads to the journal. `stream` is the variable JOURNAL_STREAM: device and inode of the stream that
 * systemd made (systemd.exec(5)); it is inherited, so the descriptor may have been redirected since.
 */
export function isJournal(descriptor: number, stream: string | undefined): boolean {
  if (stream === undefined) return false;
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return stream === `${dev}:${ino}`;
  } catch {
    // It is closed.
    return false;
  }
}

/** Prefixes each line, for the journal makes an entry of each. */
export function withPriority(text: string, level: number): string {
  const [, priority] = PRIORITIES.find(([least]) => level >= least) ?? [0, DEBUG_PRIORITY];
  return text.replaceAll(/^(?=.)/gm, `<${priority}>`);
}
