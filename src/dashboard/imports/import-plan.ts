// Plans an import: compares each row of a file with the pets that the page knows, and sorts the rows by what would happen.

import type { InventoryItem, Stock } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../transfer/label-form.ts";
import type { SheetRow } from "../../transfer/sheet-form.ts";
import type { Label } from "../../client/client.ts";
import { problemInWords } from "./column-mapping.ts";
import { changedMembers, isEqual, isRounded, quantityAlone, stockAfter } from "./row-effect.ts";
import type { SheetRows } from "./sheet-file.ts";
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
  /** The rows to send for the stock, as CSV or one by one: also those that change nothing, so that the service compares all. */
  readonly stock: Blob | readonly StockRow[];
  /** The labels to send, as NDJSON. */
  readonly labels: Blob;
}

export interface StockRow {
  readonly petId: bigint;
  /** Undefined for a new pet. */
  readonly before: Stock | undefined;
  readonly after: Stock;
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
  readonly #stock: StockRow[] = [];
  readonly #rows = new TextPieces("petId,quantity,status\n");
  readonly #labels = new TextPieces();

  constructor(options: PlanOptions) {
    this.#options = options;
    this.#counts = { problem: 0, removed: 0, changed: 0, created: 0, labeled: 0, unchanged: 0 };
    this.#listed = { problem: [], removed: [], changed: [], created: [], labeled: [], unchanged: [] };
  }

  note(row: SheetRow): void {
    const first = this.#first.get(row.petId);
    if (first === undefined) this.#first.set(row.petId, row);
    else if (!isEqual(first, row)) this.#contested.add(row.petId);
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
    const isStock = after !== undefined && this.#takeStock(row, before, after);
    const isLabel = this.#takeLabel(row);
    if (!isStock && !isLabel) this.#add("unchanged", { petId, line, before });
  }

  removeIfMissing(petId: bigint): void {
    if (this.#first.has(petId)) return;
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
      stock: this.#areRows ? this.#rows.blob("text/csv") : this.#stock,
      labels: this.#labels.blob("application/x-ndjson"),
    };
  }

  /** A clerk's key sends no rows, and rows need quantities. */
  get #areRows(): boolean {
    return this.#options.mayManage && this.#options.hasQuantities;
  }

  /** Whether it changes anything. */
  #takeStock({ petId, line }: SheetRow, before: Stock | undefined, after: Stock): boolean {
    if (this.#areRows) this.#rows.add(`${petId},${after.quantity},${after.status}\n`);
    else this.#stock.push({ petId, before, after });
    const isSame = before?.quantity === after.quantity && before.status === after.status;
    if (isSame) return false;
    this.#add(before === undefined ? "created" : "changed", { petId, line, before, after });
    return true;
  }

  #takeLabel({ petId, line, quantity: _, status: __, ...row }: SheetRow): boolean {
    const label = changedMembers(row, this.#options.pets.label(petId));
    if (label === undefined) return false;
    this.#labels.add(`{"petId":${petId},${JSON.stringify(label).slice(1)}\n`);
    this.#add("labeled", { petId, line, label });
    return true;
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

/** A Blob of fewer pieces is quicker to make. */
const PIECE_CHARS = 65_536;

/** Lines of a request's body, joined while a file is planned: a million at once would block the page for seconds. */
class TextPieces {
  readonly #pieces: string[] = [];
  #piece: string;

  constructor(head = "") {
    this.#piece = head;
  }

  add(line: string): void {
    this.#piece += line;
    if (this.#piece.length < PIECE_CHARS) return;
    this.#pieces.push(this.#piece);
    this.#piece = "";
  }

  blob(type: string): Blob {
    return new Blob([...this.#pieces, this.#piece], { type });
  }
}
