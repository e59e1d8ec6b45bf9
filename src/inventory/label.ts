// Labels: what people call a pet. They are annotations apart from the inventory: without a revision, never part of an item, and
// also of pets that the inventory does not have (docs/decisions/0033).

/** The texts of a label, and how many characters (code points) each may have. */
export const LABEL_TEXTS = { name: 200, kind: 100, code: 100 } as const;

export type LabelText = keyof typeof LABEL_TEXTS;

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

/** Would end a line, or control a terminal. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A text as labels store it: without white space around it; null if nothing is left. */
export function labelText(given: string): string | null {
  return given.trim() || null;
}

/** Whether a text, as `labelText` gives it, may be this member. */
export function isLabelText(member: LabelText, text: string): boolean {
  const max = LABEL_TEXTS[member];
  // Counting is needed only between one and two UTF-16 units for each character.
  const isShort = text.length <= max || (text.length <= 2 * max && [...text].length <= max);
  return isShort && text.isWellFormed() && !CONTROL.test(text);
}
