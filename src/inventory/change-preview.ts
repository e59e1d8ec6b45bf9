// The preview of a change set: what it would do to single pets, the first of each kind.

import type { Stock } from "./item.ts";
import type { LabelChange } from "./label.ts";

/** A pet whose label changes is in `relabelled`, and in one of the first three if its stock changes, too. */
export const PREVIEW_GROUPS = ["created", "updated", "removed", "relabelled", "unchanged"] as const;

export type PreviewGroup = (typeof PREVIEW_GROUPS)[number];

/** What a change set would do to one pet; null: the pet is not in the inventory. */
export interface PreviewedChange {
  readonly petId: bigint;
  /** As that of a `ChangeProblem`; absent where `replace` removes the pet. */
  readonly place?: number;
  readonly before: Stock | null;
  readonly after: Stock | null;
  /** Absent: the label stays. */
  readonly label?: LabelChange;
}

/** In the order of the set; pets that `replace` removes come last, by their ids. */
export type ChangePreview = Readonly<Record<PreviewGroup, readonly PreviewedChange[]>>;
