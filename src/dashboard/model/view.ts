// A view of the inventory: filters and sort order.

import { type InventoryItem, PET_STATUSES, type PetStatus, QUANTITY_MAX } from "../../contract/item-json.ts";

export const SORT_COLUMNS = ["petId", "quantity", "status"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface Sort {
  readonly by: SortColumn;
  readonly descending: boolean;
}

export interface View {
  /** Digits of an id: matches ids that contain them. */
  readonly search: string;
  /** Empty means all. */
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

/** A filter that has its own button. */
export interface Preset {
  readonly name: string;
  readonly statuses: readonly PetStatus[];
  readonly quantityMin?: number;
  readonly quantityMax?: number;
}

export const PRESETS: readonly Preset[] = [
  { name: "None left", statuses: [], quantityMax: 0 },
  { name: "Low (1–5)", statuses: [], quantityMin: 1, quantityMax: 5 },
];

/** A status and a quantity that contradict each other. */
export const AVAILABLE_NONE_LEFT: Preset = {
  name: "Available but none left",
  statuses: ["available"],
  quantityMax: 0,
};
export const SOLD_IN_STOCK: Preset = { name: "Sold but in stock", statuses: ["sold"], quantityMin: 1 };

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

/** Replaces the filters with the preset, or clears them if the preset is already active. */
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

/** Ascending, then descending, then the default order. */
export function toggleSort({ sort, ...view }: View, by: SortColumn): View {
  if (sort.by !== by) return { ...view, sort: { by, descending: false } };
  if (!sort.descending) return { ...view, sort: { by, descending: true } };
  return { ...view, sort: WHOLE_VIEW.sort };
}

/** Whether the pet matches all filters except the status filter. */
export function matchesExceptStatus({ petId, quantity }: InventoryItem, view: View): boolean {
  const { search, quantityMin = 0, quantityMax = QUANTITY_MAX } = view;
  return (
    quantity >= quantityMin && quantity <= quantityMax && (search === "" || String(petId).includes(search))
  );
}
