// A new API key, the names that it may have, and the limits of its lifetime. For the command line and the Admin API.

import type { KeyActor, KeyRecord, KeyRotation } from "../inventory/key-store.ts";
import type { Clock } from "../inventory/clock.ts";
import { holdsKey } from "../inventory/redact.ts";
import { hashKey, makeKey, makeKeyId } from "./format.ts";

export interface NewKey extends Pick<KeyRecord, "name" | "account" | "role"> {
  /** Null: it never expires. */
  readonly expiresInMs: number | null;
}

/** A key, and its record for the store, made by `actor`. */
export function newKey(
  clock: Clock,
  { account, name, role, expiresInMs }: NewKey,
  { actor, keyId }: KeyActor,
): { key: string; record: KeyRecord } {
  const key = makeKey();
  const createdAt = clock.now();
  const expiresAt = expiresInMs === null ? null : createdAt + expiresInMs;
  const origin = { createdAt, createdBy: { actor, keyId }, replaces: null };
  const end = { expiresAt, revokedAt: null, revokedBy: null, lastUsedAt: null };
  return { key, record: { id: makeKeyId(), account, name, hash: hashKey(key), role, ...origin, ...end } };
}

/** A key that replaces another, and what the store needs of it. */
export function newSuccessor(): { key: string; successor: KeyRotation["successor"] } {
  const key = makeKey();
  return { key, successor: { id: makeKeyId(), hash: hashKey(key) } };
}

/** How long a key may be valid, as durations. */
export const EXPIRY = { min: "1s", max: "36500d" } as const;

/** How long the old key stays valid after a rotation. More than a year is most likely a typing error: it is meant to end soon. */
export const OVERLAP = { min: "0s", max: "366d", default: "24h" } as const;

/**
 * Letters of any script, digits, punctuation, symbols and emoji. A mark (\p{M}: a combining accent, a vowel sign) needs a
 * character before it, a joiner (ZWJ, ZWNJ) one on each side. Control and format characters are in none of these classes;
 * letters and symbols that are invisible (the Hangul fillers, the Braille blank) are excluded.
 */
const NAME =
  /^(?!\p{M})(?:(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S} ]|(?<=[\p{L}\p{M}\p{S}])[\u200c\u200d](?=[\p{L}\p{S}])){1,64}$/u;

/** The problem of the name of a key or an account; undefined if logs, the ledger and a terminal can show it. */
export function problemOfName(text: string): string | undefined {
  if (holdsKey(text)) return "this is an API key, not a name; it would be shown in the ledger";
  if (NAME.test(text) && text.trim() === text) return undefined;
  return `${JSON.stringify(text)} must be 1 to 64 letters (with marks), digits, punctuation, symbols, emoji or inner spaces`;
}

/** Why a key cannot have this name, which `problemOfName` allows. */
export function nameIsId(name: string): string {
  return `${JSON.stringify(name)} is the id of another key, for which the ledger's filters would take it: choose another name`;
}
