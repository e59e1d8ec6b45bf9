// Prints what is shown only once: a new key, or the link that gives it.

import { PROGRAM } from "../build.ts";
import type { CreatedKey } from "./access.ts";
import { type Context, printData } from "./context.ts";

/** If the output fails, the key exists and was not seen, so it should be revoked; a new link can be made. */
export function showOnce(context: Context, { facts: { id, link } }: CreatedKey, text: string): Promise<void> {
  const problem =
    link === null
      ? `key ${id} was created and cannot be shown again: revoke it with "${PROGRAM} keys revoke ${id}"`
      : `the link of key ${id} cannot be shown again: make a new one with "${PROGRAM} keys link ${id}"`;
  return printData(context, `${text}\n`, problem);
}
