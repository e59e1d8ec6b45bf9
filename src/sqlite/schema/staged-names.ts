// The names of tables that a restore prepares in the database beside those of the inventory, and of their indexes. Nothing reads them.

import { makeNonce } from "../../inventory/nonce.ts";

/** A restore's own, so that two at once do not mix their rows. */
export const makeStagePrefix = () => `restoring_${makeNonce()}_`;

const PREFIX = /restoring_[0-9a-f]{16}_/g;

/** The name that a prepared object replaces, also within its definition. */
export function withoutStagePrefix(text: string): string {
  return text.replaceAll(PREFIX, "");
}
