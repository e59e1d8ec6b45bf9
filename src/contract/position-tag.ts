// A position as it is on the wire: the list's entity tag. Opaque to clients, which only send it back.

import type { Position } from "../inventory/position.ts";

/** The digits of a revision that a double holds exactly. */
const FORM = /^W\/"(0|[1-9][0-9]{0,15})-([0-9a-f]{16})"$/;

/** `W/"42-1f0c9be2a7d34c55"`. Weak, so that it survives compression (RFC 9110, section 8.8.1). */
export function positionTag({ revision, nonce }: Position): string {
  return `W/"${revision}-${nonce}"`;
}

/** Undefined if the text is not a position's tag. */
export function parsePositionTag(text: string): Position | undefined {
  const [, digits, nonce] = FORM.exec(text) ?? [];
  const revision = Number(digits);
  return nonce !== undefined && Number.isSafeInteger(revision) ? { revision, nonce } : undefined;
}
