// Labels: what people call a pet. Their changes are revisions like those of the stock, but a label is never part of an item, and
// a pet that the inventory does not have may have one (docs/decisions/0066).

export const LABEL_TEXTS = ["name", "kind", "code"] as const;

export type LabelText = (typeof LABEL_TEXTS)[number];

/** In characters (code points). */
export const LABEL_TEXT_LENGTH_MAX = 200;

/** What a label says; at least one member is not null. */
export interface LabelMembers {
  /** To show and to search. */
  readonly name: string | null;
  readonly kind: string | null;
  /** A barcode, as text: leading zeros count. Several pets may have the same one. */
  readonly code: string | null;
  /** The pet needs attention at this quantity and below; 0 to `QUANTITY_MAX`. */
  readonly low: number | null;
}

export interface Label extends LabelMembers {
  readonly petId: bigint;
}

/** A change of a label: null clears a member, an absent one is not changed. */
export type LabelPatch = Partial<LabelMembers>;

/** A change of a label in the ledger; null: no label. */
export interface LabelChange {
  readonly before: LabelMembers | null;
  readonly after: LabelMembers | null;
}

/**
 * A label as a file or a request gives it. An absent member is not changed, or is null where the rows replace all labels. `line` is
 * its line in a file or its place in a list, from 1.
 */
export interface LabelRow extends LabelPatch {
  readonly petId: bigint;
  readonly line: number;
}

export const NO_MEMBERS: LabelMembers = { name: null, kind: null, code: null, low: null };

export const LABEL_MEMBERS = [...LABEL_TEXTS, "low"] as const satisfies readonly (keyof LabelMembers)[];

/** The label after a change; `patch` null removes it. Without a member left there is no label. */
export function patchedLabel(label: LabelMembers | null, patch: LabelPatch | null): LabelMembers | null {
  if (patch === null) return null;
  const after = { ...NO_MEMBERS, ...label, ...givenMembers(patch) };
  return LABEL_MEMBERS.some((member) => after[member] !== null) ? after : null;
}

function givenMembers(patch: LabelPatch): LabelPatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

export function isSameLabel(a: LabelMembers | null, b: LabelMembers | null): boolean {
  return differentMembers(a, b).length === 0;
}

/** A label that does not exist has no member. */
export function differentMembers(a: LabelMembers | null, b: LabelMembers | null): (keyof LabelMembers)[] {
  return LABEL_MEMBERS.filter((member) => (a?.[member] ?? null) !== (b?.[member] ?? null));
}

/** Whether the label has every member that is expected; null expects no label. */
export function isExpectedLabel(label: LabelMembers | null, expected: LabelPatch | null): boolean {
  return LABEL_MEMBERS.every((member) => {
    const wanted = expected === null ? null : expected[member];
    return wanted === undefined || (label?.[member] ?? null) === wanted;
  });
}

/** A text as labels store it: without white space around it; null if nothing is left. */
export function storedLabelText(text: string): string | null {
  return text.trim() || null;
}
