// A new API key, and the names that it may have.

import { SettingError } from "../config.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { hashKey, makeKey, makeKeyId } from "../keys/format.ts";
import { holdsKey } from "../keys/redact.ts";
import type { Context } from "./context.ts";

export interface NewKey {
  readonly name: string;
  readonly account: string;
  readonly readOnly: boolean;
  readonly expiresInMs: number | null;
}

/** A key, and its record for the store. */
export function newKey(
  { clock }: Pick<Context, "clock">,
  { name, account, readOnly, expiresInMs }: NewKey,
): { key: string; record: KeyRecord } {
  const key = makeKey();
  const createdAt = clock.now();
  const expiresAt = expiresInMs === null ? null : createdAt + expiresInMs;
  const rest = { createdAt, expiresAt, revokedAt: null, lastUsedAt: null };
  return { key, record: { id: makeKeyId(), account, name, hash: hashKey(key), readOnly, ...rest } };
}

/**
 * Letters of any script, digits, punctuation, symbols and emoji. A mark (\p{M}: a combining accent, a vowel sign) needs a
 * character before it, a joiner (ZWJ, ZWNJ) one on each side. Control and format characters are in none of these classes;
 * letters and symbols that are invisible (the Hangul fillers, the Braille blank) are excluded.
 */
const LABEL =
  /^(?!\p{M})(?:(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S} ]|(?<=[\p{L}\p{M}\p{S}])[\u200c\u200d](?=[\p{L}\p{S}])){1,64}$/u;

/** A name that logs, the ledger and a terminal can show. Throws a SettingError. */
export function labelOrThrow(flag: string, text: string): string {
  if (holdsKey(text))
    throw new SettingError(`${flag}: this is an API key, not a name; it would be shown in the ledger`);
  if (LABEL.test(text) && text.trim() === text) return text;
  throw new SettingError(
    `${flag}: ${JSON.stringify(text)} must be 1 to 64 letters (with marks), digits, punctuation, symbols, emoji or inner spaces`,
  );
}
