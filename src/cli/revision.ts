// Revisions as the values of arguments and flags.

import { PROGRAM } from "../build.ts";
import { SettingError } from "../config.ts";
import type { ExpectedPosition } from "../inventory/position.ts";

/** `name` is the flag or the argument. Throws a SettingError. */
export function revisionOrThrow(name: string, text: string): number {
  const revision = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(revision)) return revision;
  throw new SettingError(
    `${name}: ${JSON.stringify(text)} is not a revision; "${PROGRAM} history" shows them`,
  );
}

/** The message for a revision that does not exist yet. */
export function noRevisionYet(wanted: number, newest: number): string {
  return `there is no revision ${wanted} yet; the newest is ${newest}; nothing was changed`;
}

/** Reads `17-0123456789abcdef`, as `export` prints it, or a revision alone. Throws a SettingError. */
export function expectedPositionOrThrow(name: string, text: string): ExpectedPosition {
  const [, revision = "", nonce] = /^([0-9]{1,15})(?:-([0-9a-f]{16}))?$/.exec(text) ?? [];
  if (revision !== "") return { revision: Number(revision), ...(nonce !== undefined && { nonce }) };
  throw new SettingError(
    `${name}: ${JSON.stringify(text)} is neither a position such as 17-0123456789abcdef, which "${PROGRAM} export" prints, nor a revision such as 17`,
  );
}

/** Reads one revision (`17`), or a range that includes both ends (`17-20`, `17-`). Throws a SettingError. */
export function revisionsOrThrow(
  name: string,
  text: string,
): { firstRevision: number; lastRevision?: number } {
  const [, first = "", dash, last = ""] = /^([0-9]{1,15})(?:(-)([0-9]{0,15}))?$/.exec(text) ?? [];
  const firstRevision = Number(first);
  if (first !== "" && dash !== undefined && last === "") return { firstRevision };
  const lastRevision = dash === undefined ? firstRevision : Number(last);
  if (first !== "" && firstRevision <= lastRevision) return { firstRevision, lastRevision };
  throw new SettingError(
    `${name}: ${JSON.stringify(text)} is neither a revision such as 17 nor a range such as 17-20`,
  );
}
