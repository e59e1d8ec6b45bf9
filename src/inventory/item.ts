// The items of the inventory: pets with a stock count and a sales status, and their bounds. Independent of JSON, HTTP and
// databases.

export const PET_STATUSES = ["available", "pending", "sold"] as const;

export type PetStatus = (typeof PET_STATUSES)[number];

/** Largest quantity: an int32, because one larger value in the list would break every client that uses int32. */
export const QUANTITY_MAX = 2_147_483_647;

export const PET_ID_MIN: bigint = -(2n ** 63n);
export const PET_ID_MAX: bigint = 2n ** 63n - 1n;

/** Stock of one pet. `quantity` is 0 to `QUANTITY_MAX`. */
export interface Stock {
  readonly quantity: number;
  readonly status: PetStatus;
}

/** One entry of the inventory. `petId` is an int64. */
export interface InventoryItem extends Stock {
  readonly petId: bigint;
}

/** Default status of a new pet. */
export const STATUS_OF_NEW_PET: PetStatus = "available";

/** The item's entity tag without quotes: a documented function of the row, so clients can compute it from the list. */
export function itemTag(stock: Stock): string {
  return `${stock.quantity}-${stock.status}`;
}

export function isPetStatus(value: unknown): value is PetStatus {
  return (PET_STATUSES as readonly unknown[]).includes(value);
}

export function isQuantity(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= QUANTITY_MAX;
}

/** Canonical decimal, so that each id has one address. The int64 range is checked separately. */
const PET_ID_PATTERN: RegExp = /^(0|-?[1-9][0-9]{0,18})$/;

/** Parses a canonical decimal id (`PET_ID_PATTERN`); undefined if it is not an int64. */
export function parsePetId(text: string): bigint | undefined {
  if (!PET_ID_PATTERN.test(text)) return undefined;
  const id = BigInt(text);
  return id >= PET_ID_MIN && id <= PET_ID_MAX ? id : undefined;
}

/** An item, and the revision that changed it last. */
export interface Entry {
  readonly item: InventoryItem;
  readonly revision: number;
}
