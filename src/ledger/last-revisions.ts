// The revision of the last movement of each pet, in memory: a hash table in typed arrays, 16 bytes for each slot, because a Map
// of a million bigint keys takes several times as much.

const SLOTS_MIN = 1_024;
/** Full beyond this part, the table doubles. */
const LOAD_MAX = 0.7;

export class LastRevisions {
  #keys = new BigInt64Array(SLOTS_MIN);
  /** The two halves of each key, so that keys are compared without making bigints. */
  #halves = new Int32Array(this.#keys.buffer);
  /** 0: the slot is empty. */
  #revisions = new Float64Array(SLOTS_MIN);
  #count = 0;
  readonly #key = new BigInt64Array(1);
  readonly #keyHalves = new Int32Array(this.#key.buffer);

  /** Sets the pet's revision, from 1; returns the one before it, 0 if there was none. */
  replace(petId: bigint, revision: number): number {
    this.#key[0] = petId;
    const slot = this.#slotOfKey();
    const before = this.#revisions[slot] as number;
    this.#revisions[slot] = revision;
    if (before > 0) return before;
    this.#keys[slot] = petId;
    this.#count += 1;
    if (this.#count > this.#revisions.length * LOAD_MAX) this.#grow();
    return 0;
  }

  /** The slot with the key, or the empty one for it. */
  #slotOfKey(): number {
    const [low, high] = this.#keyHalves as unknown as [number, number];
    const mask = this.#revisions.length - 1;
    for (let slot = hashOf(low, high) & mask; ; slot = (slot + 1) & mask) {
      if (this.#revisions[slot] === 0) return slot;
      if (this.#halves[2 * slot] === low && this.#halves[2 * slot + 1] === high) return slot;
    }
  }

  #grow(): void {
    const [keys, revisions] = [this.#keys, this.#revisions];
    this.#keys = new BigInt64Array(2 * keys.length);
    this.#halves = new Int32Array(this.#keys.buffer);
    this.#revisions = new Float64Array(2 * keys.length);
    for (const [slot, revision] of revisions.entries()) {
      if (revision === 0) continue;
      const key = keys[slot] as bigint;
      this.#key[0] = key;
      const free = this.#slotOfKey();
      this.#keys[free] = key;
      this.#revisions[free] = revision;
    }
  }
}

/** Mixes both halves into all bits (the finalizer of MurmurHash3). */
function hashOf(low: number, high: number): number {
  let hash = low ^ Math.imul(high, 0x9e37_79b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}
