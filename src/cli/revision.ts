// Revisions and times as arguments and flags name them.

import { SettingError } from "../config.ts";

const HINT = '"petstock history" shows them';

/** `name` is the flag or the argument. Throws a SettingError. */
export function revisionOrThrow(name: string, text: string): number {
  const revision = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(revision)) return revision;
  throw new SettingError(`${name}: ${JSON.stringify(text)} is no revision; ${HINT}`);
}

/** One revision (`17`), or a range with both its ends (`17-20`, `17-`). Throws a SettingError. */
export function revisionsOrThrow(
  name: string,
  text: string,
): { firstRevision: number; lastRevision?: number } {
  const [first = "", last, ...more] = text.split("-");
  const firstRevision = revisionOrThrow(name, first);
  if (last === "") return { firstRevision };
  const lastRevision = last === undefined ? firstRevision : revisionOrThrow(name, last);
  if (more.length === 0 && firstRevision <= lastRevision) return { firstRevision, lastRevision };
  throw new SettingError(`${name}: ${JSON.stringify(text)} is no range of revisions such as 17-20`);
}
