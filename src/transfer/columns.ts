// The columns of a kind of rows, and the column that a similar name probably means.

/** The names of a row's members, in the order of a file. */
export interface ColumnSet {
  readonly names: readonly string[];
  /** Every row needs these. */
  readonly required: readonly string[];
  /** Those that a file needs beside, by the columns that it has. */
  readonly requiredBeside?: (has: (column: string) => boolean) => readonly string[];
  /** From a name, in lower case and without accents and separators, to the column that it means. */
  readonly meanings: Readonly<Record<string, string>>;
  /** The kind of file that has these columns, for messages: `an inventory`. */
  readonly of: string;
}

export const INVENTORY_COLUMNS = {
  names: ["petId", "quantity", "status"],
  required: ["petId", "quantity"],
  meanings: {
    petid: "petId",
    pet: "petId",
    id: "petId",
    quantity: "quantity",
    qty: "quantity",
    count: "quantity",
    stock: "quantity",
    status: "status",
    state: "status",
  },
  of: "an inventory",
} as const satisfies ColumnSet;

export const LABEL_COLUMNS = {
  names: ["petId", "name", "kind", "code", "low"],
  required: ["petId"],
  meanings: {
    petid: "petId",
    pet: "petId",
    id: "petId",
    name: "name",
    petname: "name",
    title: "name",
    kind: "kind",
    type: "kind",
    species: "kind",
    breed: "kind",
    code: "code",
    barcode: "code",
    ean: "code",
    gtin: "code",
    sku: "code",
    low: "low",
    lowquantity: "low",
    minimum: "low",
    reorderpoint: "low",
  },
  of: "a file of labels",
} as const satisfies ColumnSet;

/** A longer name is not guessed at. */
const NAME_LENGTH_MAX = 40;

/**
 * The column that a name such as `pet_id`, `ID` or ` Quantity` means, whatever its case, accents and separators; undefined if there
 * is none.
 */
export function resolveColumn<Set extends ColumnSet>(
  { meanings }: Set,
  name: string,
): Set["names"][number] | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined;
  const plain = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[\s\u0300-\u036f_.-]/g, "");
  return Object.hasOwn(meanings, plain) ? meanings[plain] : undefined;
}
