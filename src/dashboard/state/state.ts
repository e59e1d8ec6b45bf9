// All that the page knows, as one object.

import type { InventoryItem } from "../../contract/item-json.ts";
import type { Problems } from "../../transfer/problem-list.ts";
import type { TransferFormat } from "../../transfer/format.ts";
import type { FileRow } from "../model/bulk-plan.ts";
import type { Mapping } from "../model/column-mapping.ts";
import type { FailedRow, UnsentRow } from "../model/failed-rows.ts";
import type { Saved } from "../model/rows.ts";
import type { Held } from "../model/select.ts";
import { type View, WHOLE_VIEW } from "../model/view.ts";
import type { Store } from "./store.ts";

export interface Session {
  /** `refused`: the key worked and does so no more; what was begun is still there. */
  readonly phase: "out" | "in" | "refused";
  readonly checking: boolean;
  /** Whether this browser keeps the key, until a sign-out. */
  readonly keep: boolean;
  /** Why signing in did not work. */
  readonly trouble: string | undefined;
}

/** What is going on with the quantity of one pet. */
export type Save =
  | { readonly kind: "saving" | "saved"; readonly wanted: number }
  | { readonly kind: "conflict"; readonly wanted: number; readonly theirs: InventoryItem }
  | { readonly kind: "failed"; readonly message: string; readonly wanted: number; readonly again: () => void }
  /** No answer came: the next list that is asked for shows what is so. */
  | { readonly kind: "unknown"; readonly wanted: number };

export const GRID_COLUMNS = ["petId", "quantity", "status", "note"] as const;
export type GridColumn = (typeof GRID_COLUMNS)[number];

/** The one cell of the table that has the keyboard. */
export interface Cursor {
  /** Undefined for the header. */
  readonly petId: bigint | undefined;
  readonly column: GridColumn;
}

export interface Editing {
  /** The row as it was when the edit began: what a save is guarded with. */
  readonly from: InventoryItem;
  readonly text: string;
  /** Typing began the edit, so that what was there is gone; else it is selected. */
  readonly typed: boolean;
  readonly mistake: string | undefined;
}

/** A change that was made here: each pet as it was and as it is since. */
export interface Change {
  readonly title: string;
  readonly steps: readonly { readonly before: InventoryItem; readonly after: InventoryItem }[];
}

/** A change to take back, from the moment it is begun. */
export interface Undoable {
  readonly title: string;
  /** Once it is known what became of it; undefined where that is nothing. Never rejects. */
  readonly change: Promise<Change | undefined>;
}

export interface Notice {
  readonly text: string;
  readonly tone: "good" | "bad";
  /** The change that it tells of. */
  readonly undo: Undoable | undefined;
}

/** A file that was read, and what is known of it. */
export interface BulkPreview {
  readonly step: "preview";
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: TransferFormat;
  /** Of a CSV file, its first rows. */
  readonly sample: readonly (readonly string[])[];
  readonly mapping: Mapping;
  readonly rows: readonly FileRow[];
  readonly problems: Problems;
  /** The inventory when the file was read. */
  readonly seen: readonly InventoryItem[];
}

export interface BulkProgress {
  readonly step: "apply";
  readonly name: string;
  readonly total: number;
  readonly changed: number;
  readonly failed: readonly FailedRow[];
  /** Known at the end. */
  readonly unsent: readonly UnsentRow[];
  /** Invalid rows of the file that are only counted. */
  readonly unnamed: number;
  readonly ms: number;
  readonly ended: boolean;
  /** Why not all was sent. */
  readonly trouble: string | undefined;
  /** What became of it, at the end; undefined where that is nothing. */
  readonly undo: Undoable | undefined;
  /** Why another file that came meanwhile is not looked at. */
  readonly refused: string | undefined;
}

export type Bulk =
  | { readonly step: "choose"; readonly trouble: string | undefined }
  /** A file is compared with the whole inventory, and that has not come yet. */
  | { readonly step: "wait"; readonly name: string }
  | BulkPreview
  | BulkProgress;

export interface State {
  readonly session: Session;
  readonly readOnly: boolean;
  /** The list as it was last read. */
  readonly list: readonly InventoryItem[];
  readonly saved: ReadonlyMap<bigint, Saved>;
  /** `list` under `saved`: what is shown. */
  readonly rows: readonly InventoryItem[];
  readonly loading: "nothing" | "arriving" | "whole";
  readonly offlineSince: Date | undefined;
  readonly checkedAt: Date | undefined;
  /** Rows that others have changed just now, with the quantity before; undefined for a new one. */
  readonly marks: ReadonlyMap<bigint, number | undefined>;
  readonly view: View;
  readonly held: Held;
  readonly saves: ReadonlyMap<bigint, Save>;
  readonly undoable: readonly Undoable[];
  readonly notice: Notice | undefined;
  readonly cursor: Cursor | undefined;
  readonly editing: Editing | undefined;
  readonly bulk: Bulk | undefined;
}

export type StateStore = Store<State>;

export const SIGNED_OUT: Omit<State, "view"> = {
  session: { phase: "out", checking: false, keep: false, trouble: undefined },
  readOnly: false,
  list: [],
  saved: new Map(),
  rows: [],
  loading: "nothing",
  offlineSince: undefined,
  checkedAt: undefined,
  marks: new Map(),
  held: new Map(),
  saves: new Map(),
  undoable: [],
  notice: undefined,
  cursor: undefined,
  editing: undefined,
  bulk: undefined,
};

export const FIRST_STATE: State = { ...SIGNED_OUT, view: WHOLE_VIEW };

export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const changed = new Map(map);
  if (value === undefined) changed.delete(key);
  else changed.set(key, value);
  return changed;
}
