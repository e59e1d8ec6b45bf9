// Edits of quantities and labels that are not known to be saved, stored until they are: a reload, or hours without a network, lose none. Each keeps
// its guard and its idempotency key, so that sending it again changes nothing twice.

import { randomKey } from "../../client/idempotency-key.ts";
import type { Records, StoredRecord } from "../state/records.ts";
import type { TabLocks } from "../state/environment.ts";
import type { Author } from "./authors.ts";
import type { LabelTypes } from "./label-save.ts";
import type { QuantityTypes } from "./quantity-save.ts";
import type { EditTypes, StoredAttempt } from "./save-attempt.ts";

interface OutboxRecord extends StoredRecord, StoredAttempt<QuantityTypes | LabelTypes> {
  /** Ascends in the order of the edits. */
  readonly id: string;
  /** Entries are sent with the key that made them, never with another. */
  readonly keyStart: Author;
  /** The page that sends it. */
  readonly tab: string;
}

interface OutboxOptions {
  /** Rejects where the browser blocks storage: then entries are in memory only, and a reload loses them. */
  readonly records: Records<OutboxRecord>;
  readonly locks: TabLocks;
}

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #tab = randomKey();
  /** Entries that this page is sending. */
  readonly #open = new Set<string>();
  #lastId = 0;
  /** Writes follow one another, so that an entry is not removed before it is stored. */
  #written = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
    options.locks.hold(lockOf(this.#tab));
  }

  /** Returns the entry's id. */
  add(attempt: StoredAttempt<EditTypes>, author: Author): string {
    const { from, edit, idempotencyKey, begunAt } = attempt;
    const id = `${String(begunAt).padStart(15, "0")}-${String(this.#lastId++).padStart(9, "0")}-${this.#tab}`;
    this.#open.add(id);
    this.#write(({ put }) =>
      put({ id, keyStart: author, tab: this.#tab, from, edit, idempotencyKey, begunAt } as OutboxRecord),
    );
    return id;
  }

  /** The session has ended: its entries stay stored, for the next one with its key. */
  leaveAll(): void {
    this.#open.clear();
  }

  /** The edit is saved, or will not be sent again. */
  remove(id: string): void {
    this.#open.delete(id);
    this.#write(({ remove }) => remove(id));
  }

  /** The session ended before the entry was sent. */
  leave(id: string): void {
    this.#open.delete(id);
  }

  /** Takes over the entries of this key that no page is sending, in the order of the edits. */
  async takeOver(author: Author): Promise<readonly OutboxRecord[]> {
    await this.#written;
    const stored = await this.#options.records.all().catch(() => []);
    const own = stored.filter(({ id, keyStart }) => keyStart === author && !this.#open.has(id));
    const taken: OutboxRecord[] = [];
    for (const tab of new Set(own.map((record) => record.tab))) {
      const ofTab = own.filter((record) => record.tab === tab);
      const take = async (): Promise<void> => {
        for (const record of ofTab) {
          this.#open.add(record.id);
          taken.push({ ...record, tab: this.#tab });
          this.#write(({ put }) => put({ ...record, tab: this.#tab }));
        }
        await this.#written;
      };
      await (tab === this.#tab ? take() : this.#options.locks.ifFree(lockOf(tab), take));
    }
    return [...taken].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #write(work: (records: Records<OutboxRecord>) => Promise<void>): void {
    this.#written = this.#written.then(() => work(this.#options.records)).catch(() => {});
  }
}

/** Held by a page for as long as it is open. */
function lockOf(tab: string): string {
  return `petstock-outbox-${tab}`;
}
