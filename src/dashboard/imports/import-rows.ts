// Chooses the rows of a file that are sent: those without a problem, each pet once. What they would change, the service finds out.

import type { InventoryItem } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../transfer/label-form.ts";
import type { SheetRow } from "../../transfer/sheet-form.ts";
import { LISTED_MAX, type PlanList, type PlanRow, type RowsLeftOut } from "./import-plan.ts";
import type { RowReason } from "./row-reason.ts";
import { isEqual, isRounded, labelOf, quantityAlone } from "./sheet-rows.ts";
import { hasMembers, type LabelColumns, type RowsBody, RowsText } from "./rows-text.ts";
import type { SheetRows } from "./sheet-file.ts";
import { TaskSlices } from "./task-slices.ts";

export interface ChosenRows {
  readonly left: RowsLeftOut;
  /** What to send, as rows or one by one. */
  readonly content: RowsBody | readonly SheetRow[];
  /** The line of each row that is sent. */
  readonly lines: Uint32Array;
}

/** The inventory, as the page knows it. */
export interface KnownPets {
  item(petId: bigint): InventoryItem | undefined;
}

export interface ChooseOptions {
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

/** Problems are downloaded, too, to correct them. */
const PROBLEMS_MAX = 10_000;

export async function chooseRows(read: SheetRows, options: ChooseOptions): Promise<ChosenRows> {
  const choice = new Choice(options);
  for (const problem of read.problems.named) {
    const { line, petId } = problem;
    choice.refuse({ line, petId }, { code: "unreadable", problem });
  }
  choice.countProblems(read.problems.count - read.problems.named.length);
  const slices = new TaskSlices(options.signal);
  let done = 0;
  const each = async (work: (row: SheetRow) => void): Promise<void> => {
    for (const row of read.rows) {
      work(row);
      done += 1;
      if (!slices.isOver) continue;
      options.onProgress?.(done / (2 * read.rows.length));
      await slices.pause();
    }
  };
  await each((row) => choice.note(row));
  await each((row) => choice.take(row));
  return choice.end();
}

type Refusal = Exclude<RowReason["code"], "unreadable" | "repeated" | "contested">;

class RowList {
  readonly #max: number;
  readonly rows: PlanRow[] = [];
  count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(row: PlanRow): void {
    this.count += 1;
    if (this.rows.length < this.#max) this.rows.push(row);
  }

  end(): PlanList {
    return { count: this.count, rows: this.rows };
  }
}

class Choice {
  readonly #options: ChooseOptions;
  readonly #first = new Map<bigint, SheetRow>();
  /** Pets that the file has with different values. */
  readonly #contested = new Set<bigint>();
  readonly #problems = new RowList(PROBLEMS_MAX);
  readonly #unchanged = new RowList(LISTED_MAX);
  readonly #changes: SheetRow[] = [];
  readonly #lines: number[] = [];
  /** The members of the label that the rows give, and whether they are the same ones in each row. */
  #columns: LabelColumns;
  #isTable = true;
  #text: RowsText | undefined;
  /** Whether a row has a status and nothing else, which a file of rows cannot say. */
  #hasStatusAlone = false;

  constructor(options: ChooseOptions) {
    this.#options = options;
  }

  note(row: SheetRow): void {
    const first = this.#first.get(row.petId);
    if (first === undefined) this.#first.set(row.petId, row);
    else if (!isEqual(first, row)) this.#contested.add(row.petId);
    const columns = Object.keys(labelOf(row)) as (keyof LabelMembers)[];
    this.#columns ??= columns;
    this.#isTable &&= columns.join() === this.#columns.join();
    this.#hasStatusAlone ||= isStatusAlone(row);
  }

  take(whole: SheetRow): void {
    const { petId, line } = whole;
    const first = this.#first.get(petId)!;
    if (this.#contested.has(petId)) return this.refuse(whole, { code: "contested" });
    if (first !== whole) {
      const reason = { code: "repeated", line: first.line } as const;
      return this.#unchanged.add({ petId, line, reason });
    }
    const row = this.#options.mayManage ? whole : quantityAlone(whole);
    const code = this.#refusal(row);
    if (code === undefined) this.#send(row);
    else this.refuse(row, { code });
  }

  refuse({ line, petId }: Pick<PlanRow, "line" | "petId">, reason: RowReason): void {
    this.#problems.add({ line, petId, reason });
  }

  countProblems(more: number): void {
    this.#problems.count += more;
  }

  end(): ChosenRows {
    return {
      left: { problem: inOrder(this.#problems.end()), unchanged: this.#unchanged.end() },
      content: this.#areRows ? this.#rows.end() : this.#changes,
      lines: Uint32Array.from(this.#lines),
    };
  }

  /** A clerk's key sends no rows. */
  get #areRows(): boolean {
    const { mayManage, hasQuantities } = this.#options;
    return mayManage && (hasQuantities || !this.#hasStatusAlone);
  }

  /** All rows are noted before the first is taken. */
  get #rows(): RowsText {
    return (this.#text ??= new RowsText(this.#isTable ? this.#columns : undefined));
  }

  #send(row: SheetRow): void {
    const { petId, line, quantity, status } = row;
    const label = labelOf(row);
    // It says nothing of its pet.
    if (quantity === undefined && status === undefined && !hasMembers(label)) {
      return this.#unchanged.add({ petId, line, before: this.#options.pets.item(petId) });
    }
    this.#lines.push(line);
    if (this.#areRows) this.#rows.add(row);
    else this.#changes.push(row);
  }

  #refusal(row: SheetRow): Refusal | undefined {
    const { mayManage, replace, hasQuantities, pets } = this.#options;
    const { quantity, status, petId } = row;
    if (replace && quantity === undefined) return "needsQuantityToReplace";
    if ((quantity !== undefined || status !== undefined) && pets.item(petId) === undefined) {
      if (!mayManage) return "needsManagerToAdd";
      if (quantity === undefined) return "needsQuantityToAdd";
      if (isRounded(petId)) return "roundedId";
    }
    return hasQuantities && isStatusAlone(row) ? "statusAlone" : undefined;
  }
}

/** Of the file: some problems are found while it is read, others when all of it is known. */
function inOrder({ count, rows }: PlanList): PlanList {
  return { count, rows: [...rows].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

function isStatusAlone(row: SheetRow): boolean {
  return row.quantity === undefined && row.status !== undefined && !hasMembers(labelOf(row));
}
