// Reads quantities and other whole numbers as typed.

import { isQuantity, QUANTITY_MAX, type InventoryItem } from "../../contract/item-json.ts";
import { editsText } from "../language/en/edits.ts";
import { byLocale, formatCount } from "../language/format.ts";
import type { QuantitySave } from "../state/state.ts";

export type QuantityEdit =
  | { readonly kind: "set"; readonly quantity: number }
  | { readonly kind: "adjust"; readonly by: number }
  | { readonly kind: "error"; readonly message: string };

/** A number sets the quantity, `+5` and `-2` adjust it. `now` is the quantity before the edit. */
export function readQuantityEdit(typed: string, now: number): QuantityEdit {
  const text = typed.trim();
  const read = readWholeNumber(text);
  if (read === undefined) return error(text === "" ? editsText.enterNumber : editsText.notWholeNumber(text));
  const { sign, number } = read;
  const by = sign === "-" ? -number : number;
  const wanted = sign === "" ? number : now + by;
  if (wanted < 0) return error(editsText.cannotRemove(formatCount(now), formatCount(number)));
  if (!isQuantity(wanted)) return error(editsText.maximum(formatCount(QUANTITY_MAX)));
  return sign === "" ? { kind: "set", quantity: number } : { kind: "adjust", by };
}

function error(message: string): QuantityEdit {
  return { kind: "error", message };
}

/** The quantity that a row shows: what was typed, from Enter until the service answers; otherwise what the service has. */
export function shownQuantity(
  { quantity }: Pick<InventoryItem, "quantity">,
  save: QuantitySave | undefined,
): number {
  return save?.kind === "saving" || save?.kind === "unconfirmed" ? save.wanted : quantity;
}

/** A bound of the quantity filter. */
interface QuantityBound {
  /** Undefined if nothing, or something invalid, was typed. */
  readonly quantity: number | undefined;
  readonly error?: string;
}

export function readQuantityBound(typed: string): QuantityBound {
  const text = typed.trim();
  if (text === "") return { quantity: undefined };
  const read = readWholeNumber(text);
  if (read?.sign === "" && isQuantity(read.number)) return { quantity: read.number };
  return {
    quantity: undefined,
    error: editsText.notInRange(text, formatCount(QUANTITY_MAX)),
  };
}

interface WholeNumber {
  readonly sign: "" | "+" | "-";
  /** The absolute value. */
  readonly number: number;
}

const NUMBER = /^([+-]?)([0-9]{1,15})$/;
/** `1 000`, `1'000`, and what the page's language writes: `1,000` in English, `1.000` in German. The other may be a decimal fraction. */
const grouped = byLocale(
  (locale) => new RegExp(`^[+-]?[0-9]{1,3}(?:[\\s'’${groupSeparator(locale)}][0-9]{3})+$`),
);

function groupSeparator(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_000_000);
  return parts.find(({ type }) => type === "group")?.value ?? "";
}

/** Undefined if the text is not a whole number. */
export function readWholeNumber(typed: string): WholeNumber | undefined {
  const text = typed.trim().replace("−", "-");
  const plain = grouped().test(text) ? text.replace(/[\s.,'’]/g, "") : text.replace(/^([+-])\s+/, "$1");
  const [, sign, digits] = NUMBER.exec(plain) ?? [];
  return digits === undefined ? undefined : { sign: sign as WholeNumber["sign"], number: Number(digits) };
}
