// Change sets of any size: each change creates a pet.

/** Changes that create `count` available pets, one of each, with ids from `first` on. */
export function creations(count: number, first: number) {
  return Array.from({ length: count }, (_, i) => ({
    petId: first + i,
    quantity: 1,
    status: "available",
    create: true,
  }));
}
