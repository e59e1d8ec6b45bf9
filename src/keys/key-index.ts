// Finds the record of a presented key, or of a link's code, by its SHA-256. The first four bytes of the hash select the candidates; the whole hash is
// compared in constant time, so that the time of an answer reveals nothing about it.

import { timingSafeEqual } from "node:crypto";
import type { KeyRecord } from "../inventory/key-store.ts";
import { HASH_BYTES, hashKeyInto } from "./format.ts";

interface Candidate<Key> {
  readonly hash: Uint8Array;
  readonly record: Key;
}

/** The hash of the secret that is being looked up. */
const presented = Buffer.alloc(HASH_BYTES);

export class KeyIndex<Key extends KeyRecord> {
  /** By the first four bytes of the hash. */
  readonly #candidates = new Map<number, Candidate<Key>[]>();

  /** `hashOf` gives the hash to find a record by, 64 hex digits; null: it is not found. */
  constructor(records: readonly Key[], hashOf: (record: KeyRecord) => string | null) {
    for (const record of records) {
      const hex = hashOf(record);
      if (hex === null) continue;
      const hash = Buffer.alloc(HASH_BYTES);
      hash.write(hex, "hex");
      const start = hash.readInt32LE();
      this.#candidates.set(start, [...(this.#candidates.get(start) ?? []), { hash, record }]);
    }
  }

  find(secret: string): Key | undefined {
    hashKeyInto(presented, secret);
    const candidates = this.#candidates.get(presented.readInt32LE());
    return candidates?.find(({ hash }) => timingSafeEqual(hash, presented))?.record;
  }
}

/** The hash of the key itself. */
export function keyHash({ hash }: KeyRecord): string | null {
  return hash;
}

/** The hash of its link's code. */
export function linkHash({ link }: KeyRecord): string | null {
  return link?.hash ?? null;
}
