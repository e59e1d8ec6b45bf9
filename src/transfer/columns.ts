// The names of what an item consists of, and what was probably meant by a name that is none of them.

export const COLUMNS = ["petId", "quantity", "status"] as const;

export type Column = (typeof COLUMNS)[number];

/** Name, in lower case and without separators, to the column that it means. */
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

/** Longer than any name that is worth a guess. */
const NAME_LENGTH_MAX = 40;

export function isColumn(name: string): name is Column {
  return (COLUMNS as readonly string[]).includes(name);
}

/** The column that a name like `pet_id`, `ID` or ` Quantity` means; undefined for one that means none. */
export function columnMeant(name: string): Column | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined;
  const plain = name.toLowerCase().replace(/[\s_.-]/g, "");
  return Object.hasOwn(MEANINGS, plain) ? MEANINGS[plain] : undefined;
}
