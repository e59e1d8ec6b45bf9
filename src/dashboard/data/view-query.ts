// Converts a view to the query of the page's address and back, so that a view can be bookmarked, shared and navigated to.

import { isQuantity, parsePetId, PET_STATUSES } from "../../contract/item-json.ts";
import { FIRST_VIEW, SORT_COLUMNS, type View } from "../state/view.ts";

/** Longer than every name. */
export const SEARCH_CHARS_MAX = 200;

/** `?q=30&status=sold&min=1&sort=-quantity&pet=7`; empty for the first view without an open pet. */
export function queryFromView(
  { search, stock, statuses, quantityMin, quantityMax, low, sort }: View,
  petId?: bigint,
): string {
  const { by, descending } = sort;
  const isDefaultSort = by === FIRST_VIEW.sort.by && !descending;
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ["q", search],
    ["stock", stock === FIRST_VIEW.stock ? undefined : stock],
    ["status", statuses.join(",")],
    ["min", quantityMin?.toString()],
    ["max", quantityMax?.toString()],
    ["low", low ? "1" : undefined],
    ["sort", isDefaultSort ? undefined : (descending ? "-" : "") + by],
    ["pet", petId?.toString()],
  ];
  const set = parameters.filter(([, value]) => value !== undefined && value !== "");
  // A comma is valid in a query, and easier to read than %2C.
  const query = set.map(([name, value]) => `${name}=${encodeURIComponent(value!).replaceAll("%2C", ",")}`);
  return query.length === 0 ? "" : `?${query.join("&")}`;
}

/** Missing or invalid parameters get the defaults of the first view. */
export function viewFromQuery(query: string): View {
  const parameters = new URLSearchParams(query);
  const words = (parameters.get("status") ?? "").split(",");
  const sort = parameters.get("sort") ?? "";
  const by = SORT_COLUMNS.find((column) => column === sort.replace("-", ""));
  return {
    search: (parameters.get("q") ?? "").slice(0, SEARCH_CHARS_MAX),
    stock: parameters.get("stock") === "all" ? "all" : FIRST_VIEW.stock,
    statuses: PET_STATUSES.filter((status) => words.includes(status)),
    quantityMin: quantityOf(parameters.get("min")),
    quantityMax: quantityOf(parameters.get("max")),
    low: parameters.get("low") === "1",
    sort: by === undefined ? FIRST_VIEW.sort : { by, descending: sort.startsWith("-") },
  };
}

/** The pet whose panel the address opens. */
export function petFromQuery(query: string): bigint | undefined {
  const text = new URLSearchParams(query).get("pet");
  return text === null ? undefined : parsePetId(text);
}

/** Undefined if the text is not a quantity. */
function quantityOf(text: string | null): number | undefined {
  const number = text === null || !/^[0-9]{1,10}$/.test(text.trim()) ? undefined : Number(text);
  return isQuantity(number) ? number : undefined;
}
