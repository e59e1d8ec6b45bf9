// Reads and writes labels of single pets, for the commits of the writer. Prepared at first use: most writers never need them.

import type { Database, Statement } from "bun:sqlite";
import type { KnownLabel } from "../inventory/decide-change-set.ts";
import type { LabelEntry, LedgerEntry } from "../inventory/movement.ts";

export class LabelEntries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  labelOf(petId: bigint): KnownLabel | undefined {
    const [row] = this.#statement(LABEL).values(petId) as LabelRow[];
    if (row === undefined) return undefined;
    const [name, kind, code, low, revision] = row;
    const members = { name, kind, code, low: low === null ? null : Number(low) };
    return { members, revision: Number(revision) };
  }

  /** After the row of the pet was written, which names its label. */
  write({ revision, petId }: LedgerEntry, { after, previous }: LabelEntry): void {
    const { name = null, kind = null, code = null, low = null } = after ?? {};
    this.#statement(PUT_LABEL).run(revision, petId, name, kind, code, low, previous);
    this.#statement(SET_LABEL).run(after === null ? null : revision, petId);
  }

  /** The connection keeps it, found by its text. */
  #statement(text: string): Statement {
    return this.#db.query(text);
  }
}

type LabelRow = [
  name: string | null,
  kind: string | null,
  code: string | null,
  low: bigint | null,
  revision: bigint,
];

const LABEL = "SELECT name, kind, code, low, revision FROM label WHERE pet_id = ?";

const PUT_LABEL =
  "INSERT INTO label_entry (revision, pet_id, name, kind, code, low, previous) VALUES (?, ?, ?, ?, ?, ?, ?)";

const SET_LABEL = "UPDATE inventory SET label_revision = ? WHERE pet_id = ?";
