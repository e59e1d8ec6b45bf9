// Counts what each API key has under way, up to a limit for each.

export class KeySlots {
  readonly #limit: number;
  /** By the key's id. */
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a slot, which the caller frees; false if the key has none left. */
  take(keyId: string): boolean {
    const taken = this.#taken.get(keyId) ?? 0;
    if (taken >= this.#limit) return false;
    this.#taken.set(keyId, taken + 1);
    return true;
  }

  free(keyId: string): void {
    const left = (this.#taken.get(keyId) ?? 0) - 1;
    if (left > 0) this.#taken.set(keyId, left);
    else this.#taken.delete(keyId);
  }
}
