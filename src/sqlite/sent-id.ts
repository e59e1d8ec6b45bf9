// Ids of pets in messages between the two threads: text, because a JSON number would lose digits.

type OfPet<Id> = { readonly petId: Id };

export type Sent<T extends OfPet<bigint>> = Omit<T, "petId"> & OfPet<string>;

export function sent<T extends OfPet<bigint>>({ petId, ...rest }: T): Sent<T> {
  return { petId: String(petId), ...rest };
}

export function received<T extends OfPet<string>>(row: T): Omit<T, "petId"> & OfPet<bigint> {
  return { ...row, petId: BigInt(row.petId) };
}
