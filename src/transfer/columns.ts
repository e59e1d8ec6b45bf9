// The names of an item's members, and the member that a similar name probably means.

export const COLUMNS = ["petId", "quantity", "status"] as const;

export type Column = (typeof COLUMNS)[number];

/** From a name, in lower case and without separators, to the column that it means. */
const MEANINGS: Readonly<Record<string, Column>> = {
  petid: "petId",
  pet: "petId",
  id: "petId",
  quantity: "quantity",
  qty: "quantity",
  count: "quantity",
  stock: "quantity",
  status: "status",
  state: "status",
};

/** A longer name is not guessed at. */
const NAME_LENGTH_MAX = 40;

export function isColumn(name: string): name is Column {
  return (COLUMNS as readonly string[]).includes(name);
}

/** The column that a name such as `pet_id`, `ID` or ` Quantity` means; undefined if there is none. */
export function columnMeant(name: string): Column | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined;
  const plain = name.toLowerCase().replace(/[\s_.-]/g, "");
  return Object.hasOwn(MEANINGS, plain) ? MEANINGS[plain] : undefined;
}
