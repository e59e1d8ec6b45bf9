// The inventory as commands use it, in a database that this process opens or behind a remote service: one interface for each
// need. Both behave alike, so that commands need not know which one they have.

import type { Hook as WireHook } from "../client/client.ts";
import type { Change, Outcome } from "../inventory/change.ts";
import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportRow,
  LabelCounts,
} from "../inventory/import.ts";
import type { Hook } from "../inventory/hook.ts";
import type { InventoryItem } from "../inventory/item.ts";
import type {
  KeyLink,
  KeyRecord,
  KeyRepetition,
  RelinkOutcome,
  RevocationOutcome,
  RotationOutcome,
} from "../inventory/key-store.ts";
import type { Movement, MovementFilter, StatedCause } from "../inventory/movement.ts";
import type { LabelRow } from "../inventory/label.ts";
import type { LabelStore } from "../inventory/label-store.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { UndoOptions, UndoReport } from "../inventory/undo.ts";
import type { NewKey } from "../keys/new-key.ts";

/** The change of one pet by a command. */
export interface ItemChange extends Pick<Change, "petId" | "quantity" | "status" | "create" | "remove"> {
  /** The command. */
  readonly reason: "set" | "adjust" | "remove";
  /** Overrides the reason. */
  readonly cause: StatedCause;
}

interface ItemChanger {
  change(change: ItemChange): Promise<Outcome>;
}

/** `readAll` gives all items by ascending `petId`, in pages, from one snapshot; returns its position. */
export type ItemReader = Pick<InventoryStore, "readAll">;

/** The rows of one import. Closing it without `apply` discards them. */
export interface RowStage extends AsyncDisposable {
  /** Adds rows; returns those that repeat a pet, which are not added. */
  add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]>;
  /** Applies the difference as one revision. */
  apply(options: RowImport): Promise<ImportResult>;
}

export type RowImport = Pick<ImportOptions, "replace" | "dryRun" | "previewRows" | "ifUnchangedSince"> & {
  /** Without a reason: `import`. */
  readonly cause: StatedCause;
};

export interface RowImporter {
  stageImport(): Promise<RowStage>;
}

/** A movement without the ledger's own chain. */
export type HistoryEntry = Omit<Movement, "previous">;

/** Without a limit all movements are selected, from one snapshot. */
export type HistoryFilter = Omit<MovementFilter, "limit"> & { readonly limit?: number };

export interface HistoryReader {
  /** At least one page, newest first, and pages with movements after it. */
  history(filter: HistoryFilter): AsyncIterable<readonly HistoryEntry[]>;
}

interface RevisionUndoer {
  undo(options: Omit<UndoOptions, "by" | "idempotencyKey">): Promise<UndoReport>;
}

/** An API key, without the key itself and the hashes. */
export type KeyFacts = Omit<KeyRecord, "hash" | "link"> & { readonly link: LinkFacts | null };

type LinkFacts = Omit<KeyLink, "hash">;

/** A key that was created, or its link: shown once. */
export interface CreatedKey {
  /** The key; while its link was not opened, the code of the link. */
  readonly secret: string;
  readonly facts: KeyFacts;
}

export type KeyRotated =
  | { readonly kind: "rotated"; readonly old: KeyFacts; readonly successor: CreatedKey }
  // Commands send no Idempotency-Key themselves.
  | Exclude<RotationOutcome, { readonly kind: "rotated" } | KeyRepetition>;

export type LinkRenewed =
  | { readonly kind: "linked"; readonly created: CreatedKey }
  | Exclude<RelinkOutcome, { readonly kind: "linked" }>;

/** How a key is replaced. */
export interface RotationWish {
  readonly overlapMs: number;
  /** How long the link of the new key is valid; null: without a link. */
  readonly linkValidMs: number | null;
}

export interface KeyAdministration {
  list(): Promise<readonly KeyFacts[]>;
  create(newKey: NewKey): Promise<CreatedKey>;
  rotate(id: string, wish: RotationWish): Promise<KeyRotated>;
  renewLink(id: string, validMs: number): Promise<LinkRenewed>;
  revoke(id: string, options: { readonly force: boolean }): Promise<RevocationOutcome["kind"]>;
}

/** A hook without its secret, as the Admin API has it. */
export type HookFacts = WireHook;

/** A hook with a new secret, which is shown once. */
export interface CreatedHook {
  readonly facts: HookFacts;
  readonly secret: string;
}

/** Undefined and false: there is no such hook. */
export interface HookAdministration {
  list(): Promise<readonly HookFacts[]>;
  create(hook: Pick<Hook, "name" | "url" | "events">): Promise<CreatedHook | "full">;
  pause(id: string, isPaused: boolean): Promise<HookFacts | undefined>;
  rotate(id: string, overlapMs: number): Promise<CreatedHook | undefined>;
  remove(id: string): Promise<boolean>;
  test(id: string): Promise<{ readonly status: number | null; readonly problem: string | null } | undefined>;
}

/** The rows of one change of labels. Closing it without `apply` discards them. */
export interface LabelRowStage extends AsyncDisposable {
  /** Adds rows; returns those that repeat a pet, which are not added. */
  add(rows: readonly LabelRow[]): Promise<readonly { readonly row: LabelRow; readonly firstLine: number }[]>;
  /** As one revision. */
  apply(options: LabelImport): Promise<LabelsChanged>;
}

export type LabelImport = Pick<RowImport, "dryRun" | "cause">;

export interface LabelsChanged extends LabelCounts {
  readonly unchanged: number;
  /** The revision of the change; the newest one if nothing has changed, or in a dry run. */
  readonly revision: number;
}

export interface LabelAdministration {
  /** All labels by ascending `petId`, in pages, from one snapshot. */
  readAll(onPage: Parameters<LabelStore["readAll"]>[0]): Promise<unknown>;
  /** `replace`: the labels afterwards are those of the rows. */
  stage(replace: boolean): Promise<LabelRowStage>;
}

export interface Access extends ItemChanger, ItemReader, RowImporter, HistoryReader, RevisionUndoer {
  /** The items whose label has this code, by ascending `petId`, in pages. */
  readByCode(code: string, onPage: (items: readonly InventoryItem[]) => Promise<void>): Promise<void>;
  readonly keys: KeyAdministration;
  readonly hooks: HookAdministration;
  readonly labels: LabelAdministration;
}
