// A new API key, the names that it may have, and the limits of its lifetime. For the command line and the Admin API.

import type { KeyActor, KeyLink, KeyRecord, KeyRotation, Secret } from "../inventory/key-store.ts";
import { withinLife } from "../inventory/key-lifecycle.ts";
import { isName, NAME_CONTENT } from "../inventory/name.ts";
import type { Clock } from "../inventory/clock.ts";
import { holdsKey } from "../inventory/redact.ts";
import { hashKey, makeKey, makeKeyId, makeLinkCode } from "./format.ts";

export interface NewKey extends Pick<KeyRecord, "name" | "account" | "role"> {
  /** Null: it never expires. */
  readonly expiresInMs: number | null;
  /** How long its link is valid; null: the key is shown itself, without a link. */
  readonly linkValidMs: number | null;
}

/** A key, or the code of its link, and its record for the store, made by `actor`. */
export function newKey(
  clock: Clock,
  { account, name, role, expiresInMs, linkValidMs }: NewKey,
  { actor, keyId }: KeyActor,
): { secret: string; record: KeyRecord } {
  const createdAt = clock.now();
  const expiresAt = expiresInMs === null ? null : createdAt + expiresInMs;
  const origin = { createdAt, createdBy: { actor, keyId }, replaces: null };
  const end = { expiresAt, revokedAt: null, revokedBy: null, lastUsedAt: null };
  const { secret, ...stored } = newSecret(createdAt, linkValidMs);
  const record = { id: makeKeyId(), account, name, role, ...stored, ...origin, ...end };
  return { secret, record: withinLife(record) };
}

/** A key that replaces another, or the code of its link, and what the store needs of it. */
export function newSuccessor(
  clock: Clock,
  linkValidMs: number | null,
): { secret: string; successor: KeyRotation["successor"] } {
  const { secret, ...stored } = newSecret(clock.now(), linkValidMs);
  return { secret, successor: { id: makeKeyId(), ...stored } };
}

/** A link's code, and what the store needs of it. */
export function newLink(now: number, validMs: number): { code: string; link: KeyLink } {
  const code = makeLinkCode();
  return { code, link: { hash: hashKey(code), expiresAt: now + validMs, openedAt: null } };
}

function newSecret(now: number, linkValidMs: number | null): Secret & { readonly secret: string } {
  if (linkValidMs !== null) {
    const { code, link } = newLink(now, linkValidMs);
    return { secret: code, hash: null, link };
  }
  const key = makeKey();
  return { secret: key, hash: hashKey(key), link: null };
}

/** How long a key may be valid, as durations. */
export const EXPIRY = { min: "1s", max: "36500d" } as const;

/** How long a link may be opened. A week reaches a person who is away for some days; a longer one would lie about as a key does. */
export const LINK_VALID = { min: "1s", max: "7d", default: "15m" } as const;

/** How long the old key stays valid after a rotation. More than a year is most likely a typing error: it is meant to end soon. */
export const OVERLAP = { min: "0s", max: "366d", default: "24h" } as const;

/** The problem of the name of a key or an account; undefined if logs, the ledger and a terminal can show it. */
export function problemOfName(text: string): string | undefined {
  if (holdsKey(text)) return "this is an API key, not a name; it would be shown in the ledger";
  return isName(text) ? undefined : `${JSON.stringify(text)} must be ${NAME_CONTENT}`;
}

/** Why a key cannot have this name, which `problemOfName` allows. */
export function nameIsId(name: string): string {
  return `${JSON.stringify(name)} is the id of another key, for which the ledger's filters would take it: choose another name`;
}
