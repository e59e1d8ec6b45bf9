// Assigns pets to row elements. A row that enters the table takes the element of one that left: a changed text costs a
// fraction of a new element.

export class RowSlots {
  /** The element of each pet that was drawn last, in the order of the rows. */
  #slots: ReadonlyMap<bigint, number> = new Map();
  #made = 0;

  /**
   * The element of each pet. `isPinned`: its element never passes to another pet, such as one that has the focus. The others keep
   * theirs as long as most rows stay; otherwise the elements stay where they are, because moving them costs more than their texts.
   */
  assign(petIds: readonly bigint[], isPinned: (petId: bigint) => boolean): readonly number[] {
    const before = this.#slots;
    const stayed = petIds.filter((petId) => before.has(petId));
    const areMost = stayed.length * 2 >= before.size;
    const kept = new Set(areMost ? stayed : stayed.filter(isPinned));
    const free = [...before].filter(([petId]) => !kept.has(petId) && !isPinned(petId));
    const unused = free.map(([, slot]) => slot).values();
    this.#slots = new Map(
      petIds.map((petId): [bigint, number] => [
        petId,
        (kept.has(petId) ? before.get(petId) : unused.next().value) ?? this.#made++,
      ]),
    );
    return [...this.#slots.values()];
  }
}
