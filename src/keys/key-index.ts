// Finds the record of a presented key by its SHA-256. The first four bytes of the hash select the candidates; the whole hash is
// compared in constant time, so that the time of an answer reveals nothing about it.

import { timingSafeEqual } from "node:crypto";
import type { KeyRecord } from "../inventory/key-store.ts";
import { HASH_BYTES, hashKeyInto } from "./format.ts";

interface Candidate {
  readonly hash: Uint8Array;
  readonly record: KeyRecord;
}

/** The hash of the key that is being looked up. */
const presented = Buffer.alloc(HASH_BYTES);

export class KeyIndex {
  /** By the first four bytes of the hash. */
  readonly #candidates = new Map<number, Candidate[]>();

  constructor(records: readonly KeyRecord[]) {
    for (const record of records) {
      const hash = Buffer.alloc(HASH_BYTES);
      hash.write(record.hash, "hex");
      const start = hash.readInt32LE();
      this.#candidates.set(start, [...(this.#candidates.get(start) ?? []), { hash, record }]);
    }
  }

  find(key: string): KeyRecord | undefined {
    hashKeyInto(presented, key);
    const candidates = this.#candidates.get(presented.readInt32LE());
    return candidates?.find(({ hash }) => timingSafeEqual(hash, presented))?.record;
  }
}
