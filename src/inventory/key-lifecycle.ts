// Changes of API keys: whether they are allowed, and the keys afterwards. Pure, for both engines.

import type {
  KeyRecord,
  KeyRelink,
  KeyRevocation,
  KeyRotation,
  LinkOpening,
  LinkOutcome,
  RelinkOutcome,
  RevocationOutcome,
  RotationOutcome,
} from "./key-store.ts";

/** Requests with the key are answered at that time, ms since 1970. */
export function isUsable(
  { hash, revokedAt, expiresAt }: Pick<KeyRecord, "hash" | "revokedAt" | "expiresAt">,
  at: number,
): boolean {
  return hash !== null && revokedAt === null && (expiresAt === null || expiresAt > at);
}

/**
 * The key after its revocation, or why that is refused. `current` is undefined if there is no such key; `admins` are the keys with
 * the role admin.
 */
export function revokeKey(
  current: KeyRecord | undefined,
  admins: readonly KeyRecord[],
  { id, at, by, force = false }: KeyRevocation,
): RevocationOutcome {
  if (current === undefined) return { kind: "unknown" };
  if (current.revokedAt !== null) return { kind: "revoked", key: current };
  if (!force && isLastAdmin(id, admins, at)) return { kind: "last_admin" };
  return { kind: "revoked", key: { ...current, revokedAt: at, revokedBy: by } };
}

function isLastAdmin(id: string, admins: readonly KeyRecord[], at: number): boolean {
  const usable = admins.filter((key) => isUsable(key, at));
  return usable.length === 1 && usable[0]?.id === id;
}

/** Both keys after the rotation, or why it is refused. `current` is the old key; undefined if it does not exist. */
export function rotateKey(
  current: KeyRecord | undefined,
  admins: readonly KeyRecord[],
  { successor, at, overlapMs, by }: KeyRotation,
): RotationOutcome {
  if (current === undefined) return { kind: "unknown" };
  const ended = endBefore(current, at);
  if (ended !== undefined) return ended;
  if (current.hash === null) return { kind: "unopened" };
  if (successor.hash === null && isLastAdmin(current.id, admins, at)) return { kind: "last_admin" };
  const { createdAt, expiresAt } = current;
  const endsAt = Math.min(at + overlapMs, expiresAt ?? Number.POSITIVE_INFINITY);
  const end = overlapMs === 0 ? { revokedAt: at, revokedBy: by } : { expiresAt: endsAt };
  const life = { createdAt: at, expiresAt: expiresAt === null ? null : at + (expiresAt - createdAt) };
  const origin = { createdBy: by, replaces: current.id };
  return {
    kind: "rotated",
    old: { ...current, ...end },
    successor: withinLife({ ...current, ...successor, ...life, ...origin, lastUsedAt: null }),
  };
}

/** The key with its new link, or why it gets none. */
export function relinkKey(current: KeyRecord | undefined, { link, at }: KeyRelink): RelinkOutcome {
  if (current === undefined) return { kind: "unknown" };
  const ended = endBefore(current, at);
  if (ended !== undefined) return ended;
  if (current.hash !== null) return { kind: "opened" };
  return { kind: "linked", key: withinLife({ ...current, link: { ...link, openedAt: null } }) };
}

/** Whether the link of this key can be opened at that time; `key` is as it was. */
export function judgeLink(key: KeyRecord | undefined, at: number): LinkOutcome {
  if (key?.link == null) return { kind: "unknown" };
  const { openedAt, expiresAt } = key.link;
  if (openedAt !== null) return { kind: "opened", at: openedAt };
  if (key.revokedAt !== null) return { kind: "revoked", at: key.revokedAt };
  return expiresAt > at ? { kind: "ready", key } : { kind: "expired", at: expiresAt };
}

/** The key after its link was opened, with the hash of its secret, or why it is not. */
export function openLink(current: KeyRecord | undefined, { hash, at }: LinkOpening): LinkOutcome {
  const outcome = judgeLink(current, at);
  if (outcome.kind !== "ready") return outcome;
  return { kind: "ready", key: { ...outcome.key, hash, link: { ...outcome.key.link!, openedAt: at } } };
}

/** Its link ends no later than the key itself. */
export function withinLife(key: KeyRecord): KeyRecord {
  const { link, expiresAt } = key;
  if (link === null || expiresAt === null || link.expiresAt <= expiresAt) return key;
  return { ...key, link: { ...link, expiresAt } };
}

function endBefore(
  { revokedAt, expiresAt }: KeyRecord,
  at: number,
): { readonly kind: "revoked" | "expired"; readonly at: number } | undefined {
  if (revokedAt !== null) return { kind: "revoked", at: revokedAt };
  return expiresAt !== null && expiresAt <= at ? { kind: "expired", at: expiresAt } : undefined;
}

/** The id of the first key in a key's chain of rotations. A chain that a crafted backup has closed to a ring ends where it began. */
export function lineageOf(key: KeyRecord, byId: ReadonlyMap<string, KeyRecord>): string {
  const seen = new Set<string>();
  let { id, replaces } = key;
  while (replaces !== null && !seen.has(replaces)) {
    seen.add(replaces);
    id = replaces;
    replaces = byId.get(id)?.replaces ?? null;
  }
  return id;
}
