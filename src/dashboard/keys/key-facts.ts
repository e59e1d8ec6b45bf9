// State, order and relations of keys on their page.

import { groupedBy } from "../ui/grouped-by.ts";
import type { Key, Me } from "../../client/client.ts";
import { keyState, type KeyState } from "../../inventory/key-expiry.ts";
import { byLocale } from "../language/format.ts";

/** `now` in milliseconds since 1970. */
export function stateOf({ revokedAt, expiresAt, link }: Key, now: number): KeyState {
  const times = link && { expiresAt: Date.parse(link.expiresAt), openedAt: timeOf(link.openedAt) };
  return keyState({ revokedAt: timeOf(revokedAt), expiresAt: timeOf(expiresAt), link: times }, now);
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

/** Whether it signs in, or its link can still be opened. */
export function isUsable(key: Key, now: number): boolean {
  return ["active", "expires_soon", "link_waiting"].includes(stateOf(key, now));
}

/** Whether its link was never opened, so that no key exists. */
export function isUnopened({ link }: Key): boolean {
  return link?.openedAt === null;
}

const byName = byLocale((locale) => new Intl.Collator(locale));

/** Usable keys first, each part by name. */
export function sorted(keys: readonly Key[], now: number): readonly Key[] {
  return [...keys].sort(
    (a, b) => Number(isUsable(b, now)) - Number(isUsable(a, now)) || byName().compare(a.name, b.name),
  );
}

export interface RelatedKeys {
  readonly byId: ReadonlyMap<string, Key>;
  /** Those that replaced a key, by its id; oldest first. */
  readonly successors: ReadonlyMap<string | null, readonly Key[]>;
}

/** `keys` as the service lists them. */
export function relatedKeys(keys: readonly Key[]): RelatedKeys {
  return {
    byId: new Map(keys.map((key) => [key.id, key])),
    successors: groupedBy(keys, ({ replaces }) => replaces),
  };
}

/** The key that is signed in; undefined if several look like it, because the service does not say which one it is. */
export function ownKey(keys: readonly Key[], me: Me | undefined, now: number): Key | undefined {
  if (me === undefined) return undefined;
  const alike = keys.filter(
    (key) =>
      isUsable(key, now) &&
      !isUnopened(key) &&
      (["name", "account", "role", "expiresAt"] as const).every((member) => key[member] === me[member]),
  );
  return alike.length === 1 ? alike[0] : undefined;
}
