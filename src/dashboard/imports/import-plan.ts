// Plans an import: compares each row of a file with the pets that the page knows, and sorts the rows by what would happen.

import type { InventoryItem, Stock } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../transfer/label-form.ts";
import type { SheetRow } from "../../transfer/sheet-form.ts";
import type { Label } from "../../client/client.ts";
import { problemInWords } from "./column-mapping.ts";
import { changedMembers, isEqual, isRounded, isSameStock, quantityAlone, stockAfter } from "./row-effect.ts";
import type { SheetRows } from "./sheet-file.ts";
import { hasMembers, type RowsBody, RowsText } from "./rows-text.ts";
import { TaskSlices } from "./task-slices.ts";

export const PLAN_GROUPS = ["problem", "removed", "changed", "created", "labeled", "unchanged"] as const;
export type PlanGroup = (typeof PLAN_GROUPS)[number];

export interface PlanRow {
  /** Undefined for a pet that the file does not have. */
  readonly line: number | undefined;
  readonly petId: bigint | undefined;
  readonly before?: Stock | undefined;
  readonly after?: Stock | undefined;
  /** The members of the label that would change. */
  readonly label?: LabelMembers | undefined;
  readonly reason?: string;
}

/** How many rows there are, and the first of them: more problems than other rows. */
export interface PlanList {
  readonly count: number;
  readonly rows: readonly PlanRow[];
}

export interface ImportPlan {
  readonly groups: Readonly<Record<PlanGroup, PlanList>>;
  /** How many pets would change: a pet may be in two groups, by its stock and by its label. */
  readonly pets: number;
  /** What to send, as rows or one by one: also what changes nothing, so that the service compares all. */
  readonly content: RowsBody | readonly PlannedChange[];
}

export interface PlannedChange {
  readonly petId: bigint;
  /** Undefined for a new pet. */
  readonly before: Stock | undefined;
  /** Undefined where the row says nothing about the stock. */
  readonly after: Stock | undefined;
  /** The members of the label that would change, and the label as it is. */
  readonly label: LabelMembers | undefined;
  readonly labelBefore: Label | undefined;
}

/** The inventory, as the plan reads it. */
export interface KnownPets {
  item(petId: bigint): InventoryItem | undefined;
  /** As they are now. */
  ids(): Iterable<bigint> & { readonly length: number };
  label(petId: bigint): Label | undefined;
}

export interface PlanOptions {
  readonly pets: KnownPets;
  /** Whether the key may do more than change quantities of existing pets. */
  readonly mayManage: boolean;
  /** Remove the pets that the file does not have. */
  readonly replace: boolean;
  readonly hasQuantities: boolean;
  readonly signal?: AbortSignal;
  /** Called with the part of the work that is done, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

/** The lists of a preview are for a look. */
const LISTED_MAX = 200;
/** Problems are downloaded, too, to correct them. */
const PROBLEMS_MAX = 10_000;

export async function planImport(read: SheetRows, options: PlanOptions): Promise<ImportPlan> {
  const planning = new Planning(options);
  for (const problem of read.problems.named) {
    const { line, petId } = problem;
    planning.refuse({ line, petId }, problemInWords(problem));
  }
  planning.count("problem", read.problems.count - read.problems.named.length);
  const ids = options.replace ? options.pets.ids() : [];
  const total = 2 * read.rows.length + ids.length;
  const slices = new TaskSlices(options.signal);
  let done = 0;
  const pause = async (): Promise<void> => {
    options.onProgress?.(done / total);
    await slices.pause();
  };
  const each = async <T>(items: Iterable<T>, work: (item: T) => void): Promise<void> => {
    for (const item of items) {
      work(item);
      done += 1;
      if (slices.isOver) await pause();
    }
  };
  await each(read.rows, (row) => planning.note(row));
  await each(read.rows, (row) => planning.take(row));
  await each(ids, (petId) => planning.removeIfMissing(petId));
  return planning.end();
}

class Planning {
  readonly #options: PlanOptions;
  readonly #first = new Map<bigint, SheetRow>();
  /** Pets that the file has with different values. */
  readonly #contested = new Set<bigint>();
  readonly #counts: Record<PlanGroup, number>;
  readonly #listed: Record<PlanGroup, PlanRow[]>;
  readonly #changes: PlannedChange[] = [];
  readonly #rows = new RowsText();
  #pets = 0;
  #hasLabels = false;
  /** Whether a row has a status and nothing else, which a file of rows cannot say. */
  #hasStatusAlone = false;

  constructor(options: PlanOptions) {
    this.#options = options;
    this.#counts = { problem: 0, removed: 0, changed: 0, created: 0, labeled: 0, unchanged: 0 };
    this.#listed = { problem: [], removed: [], changed: [], created: [], labeled: [], unchanged: [] };
  }

  note(row: SheetRow): void {
    const first = this.#first.get(row.petId);
    if (first === undefined) this.#first.set(row.petId, row);
    else if (!isEqual(first, row)) this.#contested.add(row.petId);
    const hasLabel = hasMembers(labelOf(row));
    this.#hasLabels ||= hasLabel;
    this.#hasStatusAlone ||= !hasLabel && row.quantity === undefined && row.status !== undefined;
  }

  take(whole: SheetRow): void {
    const { petId, line } = whole;
    const first = this.#first.get(petId)!;
    if (this.#contested.has(petId)) return this.refuse(whole, "Listed more than once with different values");
    if (first !== whole) return this.#add("unchanged", { petId, line, reason: `Same as line ${first.line}` });
    const row = this.#options.mayManage ? whole : quantityAlone(whole);
    const before = this.#options.pets.item(petId);
    const after = stockAfter(row, before);
    const reason = this.#refusal(row, before, after);
    if (reason !== undefined) return this.refuse(row, reason);
    const labelBefore = this.#options.pets.label(petId);
    const label = changedMembers(row, labelBefore);
    if (this.#areRows) this.#addRow(row, after);
    else if (after !== undefined || label !== undefined) {
      this.#changes.push({ petId, before, after, label, labelBefore });
    }
    const isStock = after !== undefined && !isSameStock(before, after);
    if (isStock) this.#add(before === undefined ? "created" : "changed", { petId, line, before, after });
    if (label !== undefined) this.#add("labeled", { petId, line, label });
    if (isStock || label !== undefined) this.#pets += 1;
    else this.#add("unchanged", { petId, line, before });
  }

  removeIfMissing(petId: bigint): void {
    if (this.#first.has(petId)) return;
    this.#pets += 1;
    this.#add("removed", { petId, line: undefined, before: this.#options.pets.item(petId) });
  }

  refuse({ line, petId }: Pick<PlanRow, "line" | "petId">, reason: string): void {
    this.#add("problem", { line, petId, reason });
  }

  count(group: PlanGroup, more: number): void {
    this.#counts[group] += more;
  }

  end(): ImportPlan {
    const list = (group: PlanGroup): PlanList => ({ count: this.#counts[group], rows: this.#listed[group] });
    return {
      groups: {
        problem: list("problem"),
        removed: list("removed"),
        changed: list("changed"),
        created: list("created"),
        labeled: list("labeled"),
        unchanged: list("unchanged"),
      },
      pets: this.#pets,
      content: this.#areRows ? this.#rows.end(this.#hasLabels ? "ndjson" : "csv") : this.#changes,
    };
  }

  /** A clerk's key sends no rows. */
  get #areRows(): boolean {
    const { mayManage, hasQuantities } = this.#options;
    return mayManage && (hasQuantities || !this.#hasStatusAlone);
  }

  #addRow(row: SheetRow, after: Stock | undefined): void {
    const { petId, status } = row;
    if (this.#hasLabels) {
      const stock = this.#options.hasQuantities ? after : status && { status };
      this.#rows.addMembers(petId, { ...stock, ...labelOf(row) });
    } else if (after !== undefined) this.#rows.addStock(petId, after);
  }

  #refusal(row: SheetRow, before: Stock | undefined, after: Stock | undefined): string | undefined {
    const { mayManage, replace, hasQuantities } = this.#options;
    const { quantity, status, petId } = row;
    if (replace && quantity === undefined)
      return "The row has no quantity, and replacing everything needs one";
    if (before === undefined && (quantity !== undefined || status !== undefined)) {
      if (!mayManage) return "No pet has this id, and adding pets needs a key with the role manager";
      if (quantity === undefined) return "No pet has this id, and the row has no quantity to add it with";
      if (isRounded(petId)) {
        return "No pet has this id, which looks rounded by a spreadsheet: format the column as text, enter the original ids again and save the file again";
      }
    }
    const isStatusAlone = hasQuantities && quantity === undefined && status !== undefined;
    if (isStatusAlone && after?.status !== before?.status) return "The row has a status, but no quantity";
    return undefined;
  }

  #add(group: PlanGroup, row: PlanRow): void {
    this.#counts[group] += 1;
    const max = group === "problem" ? PROBLEMS_MAX : LISTED_MAX;
    if (this.#listed[group].length < max) this.#listed[group].push(row);
  }
}

function labelOf({ petId: _, line: __, quantity: ___, status: ____, ...label }: SheetRow): LabelMembers {
  return label;
}
