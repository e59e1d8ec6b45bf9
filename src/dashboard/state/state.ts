// The page's whole state, as one object.

import type { ChangeSet, Me } from "../../client/client.ts";
import type { InventoryItem } from "../../contract/item-json.ts";
import type { Language } from "../language/locale.ts";
import type { LabelPatch } from "../../inventory/label.ts";
import { FIRST_VIEW, type SavedView, type View } from "./view.ts";
import type { PagePath } from "./pages.ts";
import type { Store } from "./store.ts";

export interface SessionState {
  /** `refused`: the key worked before and is now rejected; edits are kept. */
  readonly phase: "out" | "in" | "refused";
  readonly checking: boolean;
  /** Whether this browser stores the key; otherwise the session ends with the tab. */
  readonly remember: boolean;
  /** Whether `me` is known; `unavailable`: the Admin API is not reachable, so it never will be. */
  readonly identity: "asking" | "known" | "unavailable";
  /** A link with a key that is not in use was opened: sign in with it? */
  readonly offer: LinkQuestion | undefined;
  /** Why signing in, or loading the list, failed. */
  readonly message: string | undefined;
}

export interface LinkQuestion {
  /** Whose key it is; undefined where the Admin API is not reachable. */
  readonly me: Pick<Me, "name" | "role"> | undefined;
  /** The link gives the key once, and does not hold it. */
  readonly once: boolean;
}

/** The progress of saving one edit. */
export type SaveOf<Wanted, Theirs> =
  | { readonly kind: "saving" | "saved"; readonly wanted: Wanted }
  | { readonly kind: "conflict"; readonly wanted: Wanted; readonly theirs: Theirs }
  | { readonly kind: "failed"; readonly message: string; readonly wanted: Wanted; readonly retry: () => void }
  /** The answer was lost: the next list shows whether the update was applied. */
  | { readonly kind: "unconfirmed"; readonly wanted: Wanted };

export type QuantitySave = SaveOf<number, InventoryItem>;

/** Of the members that were edited. `theirs`: what others have set them to. */
export type LabelSave = SaveOf<LabelPatch, LabelPatch>;

/** An edit that was made with a key of another name, and was not saved: whether to send it with the current key is asked. */
interface ForeignEdit {
  readonly petId: bigint;
  /** The sentence that says it, with `{by}` for who made it. */
  readonly edit: string;
  /** Who made it; undefined if that was never known. */
  readonly by: string | undefined;
  /** Who is signed in. */
  readonly as: string | undefined;
  readonly send: () => void;
}

/** In the order of the table; name, kind and selection are absent where there are none. */
export const GRID_COLUMNS = ["select", "petId", "name", "kind", "quantity", "status", "changed"] as const;
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

/** A row before and after its quantity was set. */
export interface Update {
  readonly before: InventoryItem;
  readonly after: InventoryItem;
}

/** A completed change: of one quantity, or the revision that it made. */
export interface Change {
  readonly title: string;
  readonly revision?: number;
  /** An edit of one pet, which its notice calls saved. */
  readonly isEdit?: boolean;
  /** Takes the revision back where pets have changed since, but were changed back: each guarded with what the revision left. */
  readonly inverse?: ChangeSet["changes"] | undefined;
  readonly update?: Update;
}

/** A change that can be undone, from the moment it is sent. */
export interface Undoable {
  readonly title: string;
  /** Of an undo: the title of what it took back. */
  readonly undoes?: string | undefined;
  /** Resolves with the completed change; with undefined if nothing was changed. Never rejects. */
  readonly change: Promise<Change | undefined>;
}

export interface Notice {
  readonly text: string;
  readonly tone: "good" | "bad";
  /** The change that the notice reports, for its Undo button. */
  readonly undo: Undoable | undefined;
  /** Another button. */
  readonly action?: { readonly title: string; readonly run: () => void } | undefined;
}

/** Rows being edited, as they were: they keep their place in the table whatever changes. */
export type HeldRows = ReadonlyMap<bigint, InventoryItem>;

/** The dialog that is open, for import or for export. `file`: dropped onto the page. */
export type TransferDialog =
  { readonly kind: "import"; readonly file: File | undefined } | { readonly kind: "export" };

export interface State {
  readonly language: Language;
  readonly page: PagePath;
  /** The address's query, where pages other than the inventory keep their view. */
  readonly query: string;
  readonly session: SessionState;
  /** The signed-in key; undefined until it is known, and where the Admin API is not reachable. */
  readonly me: Me | undefined;
  readonly readOnly: boolean;
  /** Rows that this page saved, until an answer proves them. */
  readonly saved: ReadonlyMap<bigint, Saved>;
  /** Grows with each change of what `Pets` gives. */
  readonly petsVersion: number;
  /** Grows with each change of what `ShownPets` gives. */
  readonly shownVersion: number;
  /** Grows when more is known of who changed pets last. */
  readonly lastChangesVersion: number;
  /** Grows with each change of labels. */
  readonly labelsVersion: number;
  readonly loading: "none" | "partial" | "complete";
  readonly offlineSince: Date | undefined;
  readonly checkedAt: Date | undefined;
  /** Rows that others changed recently, with the previous quantity; undefined for a new row. */
  readonly marks: ReadonlyMap<bigint, number | undefined>;
  readonly view: View;
  /** By name. */
  readonly savedViews: readonly SavedView[];
  /** The pet whose panel is open beside the inventory. */
  readonly openPetId: bigint | undefined;
  readonly held: HeldRows;
  readonly saves: ReadonlyMap<bigint, QuantitySave>;
  readonly labelSaves: ReadonlyMap<bigint, LabelSave>;
  readonly foreignEdit: ForeignEdit | undefined;
  /** Saves whose outcome is not known; without a network they wait. */
  readonly waiting: number;
  /** The newest first. */
  readonly undoable: readonly Undoable[];
  readonly notice: Notice | undefined;
  readonly cursor: Cursor | undefined;
  readonly editing: Editing | undefined;
  /** The dialog for import or export that is open. */
  readonly transfer: TransferDialog | undefined;
  readonly isCommandMenuOpen: boolean;
}

export type StateStore = Store<State>;

export const SIGNED_OUT: Omit<State, "language" | "page" | "query" | "view" | "openPetId"> = {
  session: {
    phase: "out",
    checking: false,
    remember: true,
    identity: "asking",
    offer: undefined,
    message: undefined,
  },
  me: undefined,
  readOnly: false,
  saved: new Map(),
  petsVersion: 0,
  shownVersion: 0,
  labelsVersion: 0,
  lastChangesVersion: 0,
  loading: "none",
  offlineSince: undefined,
  checkedAt: undefined,
  marks: new Map(),
  held: new Map(),
  saves: new Map(),
  labelSaves: new Map(),
  foreignEdit: undefined,
  waiting: 0,
  undoable: [],
  notice: undefined,
  cursor: undefined,
  editing: undefined,
  savedViews: [],
  transfer: undefined,
  isCommandMenuOpen: false,
};

export const INITIAL_STATE: State = {
  ...SIGNED_OUT,
  language: "en",
  page: "/",
  query: "",
  view: FIRST_VIEW,
  openPetId: undefined,
};

/** A copy of the map with the entry set, or removed if the value is undefined. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const changed = new Map(map);
  if (value === undefined) changed.delete(key);
  else changed.set(key, value);
  return changed;
}

/** A row that this page has saved, until an answer of the service proves that others see it, too. */
export interface Saved {
  /** As acknowledged: what the page shows. */
  readonly item: InventoryItem;
  /** As the list had it last: shown again if the list never has `item`, because others changed the pet since. */
  readonly theirs: InventoryItem;
  /** When it was acknowledged (`performance.now()`). An answer that was asked for earlier may not include it. */
  readonly at: number;
}
