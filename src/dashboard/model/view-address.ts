// A view as the query of the page's address, so that it can be kept, sent and gone back to.

import { isQuantity, PET_STATUSES } from "../../contract/item-json.ts";
import { SORT_COLUMNS, type View, WHOLE_VIEW } from "./view.ts";

/** `?q=30&status=sold&min=1&sort=-quantity`; empty for the whole inventory. */
export function searchOfView({ search, statuses, quantityMin, quantityMax, sort }: View): string {
  const { by, descending } = sort;
  const isUsualSort = by === WHOLE_VIEW.sort.by && !descending;
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ["q", search],
    ["status", statuses.join(",")],
    ["min", quantityMin?.toString()],
    ["max", quantityMax?.toString()],
    ["sort", isUsualSort ? undefined : (descending ? "-" : "") + by],
  ];
  const set = parameters.filter(([, value]) => value !== undefined && value !== "");
  // A comma may stand in a query as it is, and is easier to read.
  const query = set.map(([name, value]) => `${name}=${encodeURIComponent(value!).replaceAll("%2C", ",")}`);
  return query.length === 0 ? "" : `?${query.join("&")}`;
}

/** What the address does not say, or says wrongly, is as in the whole inventory. */
export function viewOfSearch(query: string): View {
  const parameters = new URLSearchParams(query);
  const words = (parameters.get("status") ?? "").split(",");
  const sort = parameters.get("sort") ?? "";
  const by = SORT_COLUMNS.find((column) => column === sort.replace("-", ""));
  return {
    search: digitsOf(parameters.get("q") ?? ""),
    statuses: PET_STATUSES.filter((status) => words.includes(status)),
    quantityMin: quantityOf(parameters.get("min")),
    quantityMax: quantityOf(parameters.get("max")),
    sort: by === undefined ? WHOLE_VIEW.sort : { by, descending: sort.startsWith("-") },
  };
}

/** The part of a search that an id can hold: `# 305 144` finds 305144. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9-]/g, "").slice(0, 20);
}

/** Undefined for what is no quantity. */
function quantityOf(text: string | null): number | undefined {
  const number = text === null || !/^[0-9]{1,10}$/.test(text.trim()) ? undefined : Number(text);
  return isQuantity(number) ? number : undefined;
}
