// Counts what each API key has under way, up to a limit for each.

export class KeySlots {
  readonly #limit: number;
  /** By the key's id. */
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a slot, or several, which the caller frees; false if the key has not so many left. */
  take(keyId: string, slots = 1): boolean {
    const taken = (this.#taken.get(keyId) ?? 0) + slots;
    if (taken > this.#limit) return false;
    this.#taken.set(keyId, taken);
    return true;
  }

  free(keyId: string, slots = 1): void {
    const left = (this.#taken.get(keyId) ?? 0) - slots;
    if (left > 0) this.#taken.set(keyId, left);
    else this.#taken.delete(keyId);
  }
}
