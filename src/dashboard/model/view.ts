// What of the inventory somebody wants to see, and in which order.

import { type InventoryItem, PET_STATUSES, type PetStatus, QUANTITY_MAX } from "../../contract/item-json.ts";

export const SORT_COLUMNS = ["petId", "quantity", "status"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface Sort {
  readonly by: SortColumn;
  readonly descending: boolean;
}

export interface View {
  /** Part of an id, as digits. */
  readonly search: string;
  /** None means all. */
  readonly statuses: readonly PetStatus[];
  readonly quantityMin: number | undefined;
  readonly quantityMax: number | undefined;
  readonly sort: Sort;
}

export const WHOLE_VIEW: View = {
  search: "",
  statuses: [],
  quantityMin: undefined,
  quantityMax: undefined,
  sort: { by: "petId", descending: false },
};

/** What is worth a look so often that it has a button. */
export interface Preset {
  readonly name: string;
  readonly statuses: readonly PetStatus[];
  readonly quantityMin?: number;
  readonly quantityMax?: number;
}

export const PRESETS: readonly Preset[] = [
  { name: "None left", statuses: [], quantityMax: 0 },
  { name: "Low, 1 to 5", statuses: [], quantityMin: 1, quantityMax: 5 },
];

/** What should not be: a status and a quantity that contradict each other. */
export const AVAILABLE_BUT_NONE: Preset = {
  name: "Available, but none left",
  statuses: ["available"],
  quantityMax: 0,
};
export const SOLD_BUT_IN_STOCK: Preset = { name: "Sold, but in stock", statuses: ["sold"], quantityMin: 1 };

export function isFiltered({ search, statuses, quantityMin, quantityMax }: View): boolean {
  return search !== "" || statuses.length > 0 || quantityMin !== undefined || quantityMax !== undefined;
}

export function isPreset(view: View, preset: Preset): boolean {
  return (
    view.quantityMin === preset.quantityMin &&
    view.quantityMax === preset.quantityMax &&
    String(view.statuses) === String(preset.statuses)
  );
}

/** The view with the preset in place of its own filters, or without any where it has that already. */
export function togglePreset(view: View, preset: Preset): View {
  const { statuses, quantityMin, quantityMax } = isPreset(view, preset)
    ? WHOLE_VIEW
    : { quantityMin: undefined, quantityMax: undefined, ...preset };
  return { ...view, statuses, quantityMin, quantityMax };
}

export function toggleStatus(view: View, status: PetStatus): View {
  const wanted = PET_STATUSES.filter((each) => view.statuses.includes(each) !== (each === status));
  return { ...view, statuses: wanted.length === PET_STATUSES.length ? [] : wanted };
}

/** Ascending first, then descending; a third time as the list comes. */
export function toggleSort({ sort, ...view }: View, by: SortColumn): View {
  if (sort.by !== by) return { ...view, sort: { by, descending: false } };
  if (!sort.descending) return { ...view, sort: { by, descending: true } };
  return { ...view, sort: WHOLE_VIEW.sort };
}

/** Whether the pet is in the view, whatever its status. */
export function matchesButStatus({ petId, quantity }: InventoryItem, view: View): boolean {
  const { search, quantityMin = 0, quantityMax = QUANTITY_MAX } = view;
  return (
    quantity >= quantityMin && quantity <= quantityMax && (search === "" || String(petId).includes(search))
  );
}
