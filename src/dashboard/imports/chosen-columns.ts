// The columns that the user has chosen for a file, kept for the next file with the same header. They belong to this browser, like
// saved views; on a shared computer they last as long as the tab.

import { SHEET_COLUMN_NAMES, type SheetColumn } from "../../transfer/sheet-columns.ts";
import type { OpenRecords, StoredRecord } from "../state/records.ts";
import type { Mapping } from "./column-mapping.ts";

interface ChosenRecord extends StoredRecord {
  readonly columns: Mapping["columns"];
  readonly chosenAt: number;
}

/** More than the suppliers of a shop. */
const HEADERS_MAX = 50;
/** A wider header belongs to another kind of file. */
const HEADER_LENGTH_MAX = 4_000;
/** In no name of a column. */
const SEPARATOR = "\u001f";

export class ChosenColumns {
  readonly #open: OpenRecords;
  readonly #now: () => number;
  /** Those of this page, also where storage is blocked. */
  readonly #own = new Map<string, ChosenRecord>();

  constructor(open: OpenRecords, now: () => number) {
    this.#open = open;
    this.#now = now;
  }

  /** Undefined if nothing was chosen for such a file, by a key that may choose as many columns. */
  async of(header: readonly string[], mayManage: boolean): Promise<Mapping | undefined> {
    const id = idOf(header, mayManage);
    if (id === undefined) return undefined;
    const record = this.#own.get(id) ?? (await this.#records.get(id).catch(() => undefined));
    return record && { header: true, columns: ofThisVersion(record.columns), isChosen: true };
  }

  /** Where storage is blocked, a reload forgets it. Rows without a header have no name to find them by. */
  async keep(header: readonly string[], mayManage: boolean, mapping: Mapping): Promise<void> {
    const id = idOf(header, mayManage);
    if (id === undefined || !mapping.header) return;
    const record = { id, columns: mapping.columns, chosenAt: this.#now() };
    this.#own.set(id, record);
    await this.#records.put(record).then(
      () => this.#removeOldest(),
      () => {},
    );
  }

  async #removeOldest(): Promise<void> {
    const all = await this.#records.all();
    const oldest = [...all].sort((a, b) => b.chosenAt - a.chosenAt).slice(HEADERS_MAX);
    await Promise.all(oldest.map(({ id }) => this.#records.remove(id)));
  }

  get #records() {
    return this.#open<ChosenRecord>("columns");
  }
}

function idOf(header: readonly string[], mayManage: boolean): string | undefined {
  const names = header.map((name) => name.trim());
  if (names.every((name) => name === "")) return undefined;
  const id = [mayManage ? "all" : "quantities", ...names].join(SEPARATOR);
  return id.length > HEADER_LENGTH_MAX ? undefined : id;
}

/** A column that this version of the page does not know is left out. */
function ofThisVersion(columns: Mapping["columns"]): Mapping["columns"] {
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => SHEET_COLUMN_NAMES.includes(name as SheetColumn)),
  );
}
