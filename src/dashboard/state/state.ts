// The page's whole state, as one object.

import type { InventoryItem } from "../../contract/item-json.ts";
import type { Problems } from "../../transfer/problem-list.ts";
import type { TransferFormat } from "../../transfer/format.ts";
import type { FileRow } from "../model/bulk-plan.ts";
import type { Mapping } from "../model/column-mapping.ts";
import type { FailedRow, UnsentRow } from "../model/failed-rows.ts";
import type { Saved } from "../model/rows.ts";
import type { HeldRows } from "../model/select-rows.ts";
import { type View, WHOLE_VIEW } from "../model/view.ts";
import type { Store } from "./store.ts";

export interface SessionState {
  /** `refused`: the key worked before and is now rejected; edits are kept. */
  readonly phase: "out" | "in" | "refused";
  readonly checking: boolean;
  /** Whether this browser stores the key. */
  readonly remember: boolean;
  /** Why signing in, or loading the list, failed. */
  readonly message: string | undefined;
}

/** The progress of saving one pet's quantity. */
export type Save =
  | { readonly kind: "saving" | "saved"; readonly wanted: number }
  | { readonly kind: "conflict"; readonly wanted: number; readonly theirs: InventoryItem }
  | { readonly kind: "failed"; readonly message: string; readonly wanted: number; readonly retry: () => void }
  /** The answer was lost: the next list shows whether the update was applied. */
  | { readonly kind: "unconfirmed"; readonly wanted: number };

export const GRID_COLUMNS = ["petId", "quantity", "status", "note"] as const;
export type GridColumn = (typeof GRID_COLUMNS)[number];

/** The table's active cell, which takes the keyboard focus. */
export interface Cursor {
  /** Undefined for the header. */
  readonly petId: bigint | undefined;
  readonly column: GridColumn;
}

export interface Editing {
  /** The row as it was when the edit began: the save is guarded with it. */
  readonly from: InventoryItem;
  readonly text: string;
  /** True if typing began the edit and replaced the old quantity; otherwise the old quantity is selected. */
  readonly typed: boolean;
  readonly error: string | undefined;
}

/** A completed change: each row before and after. */
export interface Change {
  readonly title: string;
  readonly updates: readonly { readonly before: InventoryItem; readonly after: InventoryItem }[];
}

/** A change that can be undone, from the moment it is sent. */
export interface Undoable {
  readonly title: string;
  /** Resolves with the completed change; with undefined if nothing was changed. Never rejects. */
  readonly change: Promise<Change | undefined>;
}

export interface Notice {
  readonly text: string;
  readonly tone: "good" | "bad";
  /** The change that the notice reports, for its Undo button. */
  readonly undo: Undoable | undefined;
}

/** A file that was read, and its preview. */
export interface BulkPreview {
  readonly step: "preview";
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: TransferFormat;
  /** The first rows of a CSV file. */
  readonly sample: readonly (readonly string[])[];
  readonly mapping: Mapping;
  readonly rows: readonly FileRow[];
  readonly problems: Problems;
  /** The inventory when the file was read. */
  readonly baseline: readonly InventoryItem[];
}

export interface BulkProgress {
  readonly step: "apply";
  readonly name: string;
  readonly total: number;
  readonly changed: number;
  readonly failed: readonly FailedRow[];
  /** Filled when the change has ended. */
  readonly unsent: readonly UnsentRow[];
  /** Invalid rows of the file that are counted but not listed. */
  readonly omitted: number;
  readonly ms: number;
  readonly ended: boolean;
  /** Why some rows were not sent. */
  readonly message: string | undefined;
  /** The completed change; undefined while it runs, and if nothing was changed. */
  readonly undo: Undoable | undefined;
  /** Why a file that was dropped meanwhile was not opened. */
  readonly refusedFile: string | undefined;
}

export type Bulk =
  | { readonly step: "choose"; readonly message: string | undefined }
  /** The file is compared with the whole inventory, which is still loading. */
  | { readonly step: "wait"; readonly name: string }
  | BulkPreview
  | BulkProgress;

export interface State {
  readonly session: SessionState;
  readonly readOnly: boolean;
  /** The list as last received. */
  readonly list: readonly InventoryItem[];
  /** Rows acknowledged after `list` was requested. */
  readonly saved: ReadonlyMap<bigint, Saved>;
  /** `list` with `saved` applied: what the page shows. */
  readonly rows: readonly InventoryItem[];
  readonly loading: "none" | "partial" | "complete";
  readonly offlineSince: Date | undefined;
  readonly checkedAt: Date | undefined;
  /** Rows that others changed recently, with the previous quantity; undefined for a new row. */
  readonly marks: ReadonlyMap<bigint, number | undefined>;
  readonly view: View;
  readonly held: HeldRows;
  readonly saves: ReadonlyMap<bigint, Save>;
  /** The newest first. */
  readonly undoable: readonly Undoable[];
  readonly notice: Notice | undefined;
  readonly cursor: Cursor | undefined;
  readonly editing: Editing | undefined;
  readonly bulk: Bulk | undefined;
}

export type StateStore = Store<State>;

export const SIGNED_OUT: Omit<State, "view"> = {
  session: { phase: "out", checking: false, remember: false, message: undefined },
  readOnly: false,
  list: [],
  saved: new Map(),
  rows: [],
  loading: "none",
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

export const INITIAL_STATE: State = { ...SIGNED_OUT, view: WHOLE_VIEW };

/** A copy of the map with the entry set, or removed if the value is undefined. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const changed = new Map(map);
  if (value === undefined) changed.delete(key);
  else changed.set(key, value);
  return changed;
}
