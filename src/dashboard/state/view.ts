// A view of the inventory: filters and sort order.

import { stateText } from "../language/en/state.ts";
import { PET_STATUSES, type PetStatus, QUANTITY_MAX } from "../../contract/item-json.ts";

export const SORT_COLUMNS = ["petId", "name", "kind", "quantity", "status"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface Sort {
  readonly by: SortColumn;
  readonly descending: boolean;
}

export interface View {
  /** Words: each is part of the id, the start of the code, or the start of a word of name or kind. */
  readonly search: string;
  /**
   * `in`: only pets in stock, for as long as nothing else asks for others. A search looks in all pets, and bounds of the
   * quantity replace it.
   */
  readonly stock: "in" | "all";
  /** Empty means all. */
  readonly statuses: readonly PetStatus[];
  readonly quantityMin: number | undefined;
  readonly quantityMax: number | undefined;
  /** Only pets at or below the `low` of their label. */
  readonly low: boolean;
  readonly sort: Sort;
}

/** A view that the user named. */
export interface SavedView {
  /** Its name. */
  readonly id: string;
  /** As in the page's address. */
  readonly query: string;
}

/** All pets. */
export const WHOLE_VIEW: View = {
  search: "",
  stock: "all",
  statuses: [],
  quantityMin: undefined,
  quantityMax: undefined,
  low: false,
  sort: { by: "petId", descending: false },
};

/** The first view: pets in stock. */
export const FIRST_VIEW: View = { ...WHOLE_VIEW, stock: "in" };

/** A filter that has its own button; it replaces the other filters, and not the search. */
export interface Preset extends Partial<Omit<View, "search" | "sort">> {
  /** In the page's language. */
  readonly name: string;
}

export const IN_STOCK = presetOf("inStock", { stock: "in" });
export const NONE_LEFT = presetOf("noneLeft", { quantityMax: 0 });
export const ALL = presetOf("all", {});
export const LOW = presetOf("low", { low: true });

/** A status and a quantity that contradict each other. */
export const AVAILABLE_NONE_LEFT = presetOf("availableNoneLeft", { statuses: ["available"], quantityMax: 0 });
export const SOLD_IN_STOCK = presetOf("soldInStock", { statuses: ["sold"], quantityMin: 1 });

function presetOf(name: keyof typeof stateText.presets, filters: Omit<Preset, "name">): Preset {
  return {
    ...filters,
    get name() {
      return stateText.presets[name];
    },
  };
}

/** The quantities that the view shows. */
export function quantityRange({ search, stock, quantityMin, quantityMax }: View): {
  readonly min: number;
  readonly max: number;
} {
  const isInStock = stock === "in" && search === "" && quantityMin === undefined && quantityMax === undefined;
  return { min: quantityMin ?? (isInStock ? 1 : 0), max: quantityMax ?? QUANTITY_MAX };
}

/** Whether the view may leave pets out. */
export function isFiltered(view: View): boolean {
  const { min, max } = quantityRange(view);
  return view.search !== "" || view.statuses.length > 0 || view.low || min > 0 || max < QUANTITY_MAX;
}

/** The view with only the filters of the preset. */
export function withPreset(view: View, { name: _, ...filters }: Preset): View {
  const { search, sort } = view;
  const wanted = { ...WHOLE_VIEW, ...filters, search, sort };
  // While a search goes on, `stock` alone leaves nothing out.
  return wanted.stock === "in" && search !== "" ? { ...wanted, quantityMin: 1 } : wanted;
}

export function isPreset(view: View, preset: Preset): boolean {
  const wanted = withPreset(view, preset);
  const [here, there] = [quantityRange(view), quantityRange(wanted)];
  return (
    here.min === there.min &&
    here.max === there.max &&
    view.low === wanted.low &&
    String(view.statuses) === String(wanted.statuses)
  );
}

/** The choices of stock, each with a button of its own. */
export const STOCKS: readonly Preset[] = [IN_STOCK, NONE_LEFT, ALL];

/** Whether the view has no filter but the choice of stock. */
export function isStockOnly(view: View): boolean {
  return view.search === "" && STOCKS.some((preset) => isPreset(view, preset));
}

/** Replaces the filters with the preset, or clears them if the preset is already active. */
export function togglePreset(view: View, preset: Preset): View {
  return withPreset(view, isPreset(view, preset) ? IN_STOCK : preset);
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
