// What the inventory consists of: pets with a stock count and a sales status, and the bounds of each.
// Pure: nothing here knows of JSON, HTTP or a database.

export const PET_STATUSES = ["available", "pending", "sold"] as const;

export type PetStatus = (typeof PET_STATUSES)[number];

/** Largest quantity: the list is one array, so one value beyond an int32 would break every int32 client. */
export const QUANTITY_MAX = 2_147_483_647;

export const PET_ID_MIN = -(2n ** 63n);
export const PET_ID_MAX = 2n ** 63n - 1n;

/** What is known of one pet. `quantity` counts animals, 0 to `QUANTITY_MAX`. */
export interface Stock {
  readonly quantity: number;
  readonly status: PetStatus;
}

/** One entry of the inventory. `petId` is an int64. */
export interface InventoryItem extends Stock {
  readonly petId: bigint;
}

/** Status of a pet that is new and whose status nobody gave. */
export const STATUS_OF_NEW_PET: PetStatus = "available";

/** The item's version, without quotes: a documented function of the row, so whoever has read the list knows it. */
export function itemTag(stock: Stock): string {
  return `${stock.quantity}-${stock.status}`;
}

export function isPetStatus(value: unknown): value is PetStatus {
  return (PET_STATUSES as readonly unknown[]).includes(value);
}

export function isQuantity(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= QUANTITY_MAX;
}

/** One spelling for each id, so that two addresses never name one pet; the range is checked beside it. */
export const PET_ID_PATTERN = /^(0|-?[1-9][0-9]{0,18})$/;

/** The id that a canonical decimal text (`PET_ID_PATTERN`) names; undefined where it is no int64. */
export function parsePetId(text: string): bigint | undefined {
  if (!PET_ID_PATTERN.test(text)) return undefined;
  const id = BigInt(text);
  return id >= PET_ID_MIN && id <= PET_ID_MAX ? id : undefined;
}
