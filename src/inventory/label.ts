// Labels: what people call a pet. They are annotations apart from the inventory: without a revision, never part of an item, and
// also of pets that the inventory does not have (docs/decisions/0033).

import { refusalOfText, type TextRefusal } from "./text.ts";

export const LABEL_TEXTS = ["name", "kind", "code"] as const;

export type LabelText = (typeof LABEL_TEXTS)[number];

/** In characters (code points). */
export const LABEL_TEXT_LENGTH_MAX = 200;

/** A label has at least one member besides `petId`; null: it has none. */
export interface Label {
  readonly petId: bigint;
  /** To show and to search. */
  readonly name: string | null;
  readonly kind: string | null;
  /** A barcode, as text: leading zeros count. Several pets may have the same one. */
  readonly code: string | null;
  /** The pet needs attention at this quantity and below; 0 to `QUANTITY_MAX`. */
  readonly low: number | null;
}

/**
 * A label as a file or a request gives it. Null clears a member. An absent member is not changed, or is null where the rows
 * replace all labels. `line` is its line in a file or its place in a list, from 1.
 */
export interface LabelRow {
  readonly petId: bigint;
  readonly name?: string | null;
  readonly kind?: string | null;
  readonly code?: string | null;
  readonly low?: number | null;
  readonly line: number;
}

/** Why a text cannot be part of a label. */
export type LabelTextRefusal = "too_long" | TextRefusal;

/** Undefined if a label may have the text. */
export function refusalOfLabelText(text: string): LabelTextRefusal | undefined {
  // A character is one UTF-16 unit or two, so that most texts need no counting.
  if (text.length > LABEL_TEXT_LENGTH_MAX && [...text].length > LABEL_TEXT_LENGTH_MAX) return "too_long";
  return refusalOfText(text);
}

/** A text as labels store it: without white space around it; null if nothing is left. */
export function storedLabelText(text: string): string | null {
  return text.trim() || null;
}
