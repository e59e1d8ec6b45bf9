// Converts a view to the query of the page's address and back, so that a view can be bookmarked, shared and navigated to.

import { isQuantity, PET_STATUSES } from "../../contract/item-json.ts";
import { SORT_COLUMNS, type View, WHOLE_VIEW } from "./view.ts";

/** `?q=30&status=sold&min=1&sort=-quantity`; empty for the whole inventory. */
export function queryFromView({ search, statuses, quantityMin, quantityMax, sort }: View): string {
  const { by, descending } = sort;
  const isDefaultSort = by === WHOLE_VIEW.sort.by && !descending;
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ["q", search],
    ["status", statuses.join(",")],
    ["min", quantityMin?.toString()],
    ["max", quantityMax?.toString()],
    ["sort", isDefaultSort ? undefined : (descending ? "-" : "") + by],
  ];
  const set = parameters.filter(([, value]) => value !== undefined && value !== "");
  // A comma is valid in a query, and easier to read than %2C.
  const query = set.map(([name, value]) => `${name}=${encodeURIComponent(value!).replaceAll("%2C", ",")}`);
  return query.length === 0 ? "" : `?${query.join("&")}`;
}

/** Missing or invalid parameters get the defaults of the whole inventory. */
export function viewFromQuery(query: string): View {
  const parameters = new URLSearchParams(query);
  const words = (parameters.get("status") ?? "").split(",");
  const sort = parameters.get("sort") ?? "";
  const by = SORT_COLUMNS.find((column) => column === sort.replace("-", ""));
  return {
    search: idDigits(parameters.get("q") ?? ""),
    statuses: PET_STATUSES.filter((status) => words.includes(status)),
    quantityMin: quantityOf(parameters.get("min")),
    quantityMax: quantityOf(parameters.get("max")),
    sort: by === undefined ? WHOLE_VIEW.sort : { by, descending: sort.startsWith("-") },
  };
}

/** Keeps only characters of an id: `# 305 144` becomes `305144`. */
export function idDigits(text: string): string {
  return text.replace(/[^0-9-]/g, "").slice(0, 20);
}

/** Undefined if the text is not a quantity. */
function quantityOf(text: string | null): number | undefined {
  const number = text === null || !/^[0-9]{1,10}$/.test(text.trim()) ? undefined : Number(text);
  return isQuantity(number) ? number : undefined;
}
