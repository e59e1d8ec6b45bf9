// A stock-take and its counts as this device stores them, written one after the other. Where storage fails, such as on a full disk,
// they stay in memory.

import type { OpenRecords, Records } from "../state/records.ts";
import type { Count, Take } from "./take.ts";
import type { TakeStorage } from "./take-state.ts";

interface TakeRecordsOptions {
  readonly open: OpenRecords;
  /** Whose stock-take it is. */
  readonly owner: string;
  /** `storing`: something is written; then `stored`, or `memory` where it could not be. */
  readonly onStorage: (storage: Exclude<TakeStorage, "opening">) => void;
}

interface Stored {
  readonly take: Take | undefined;
  /** The newest first. */
  readonly counts: readonly Count[];
}

export class TakeRecords {
  readonly #options: TakeRecordsOptions;
  readonly #takes: Records<Take>;
  readonly #counts: Records<Count>;
  #written = Promise.resolve();

  constructor(options: TakeRecordsOptions) {
    this.#options = options;
    this.#takes = options.open<Take>("stock-takes");
    this.#counts = options.open<Count>("counts");
  }

  /** Resolves when everything so far is stored; another promise as soon as something more is to be. */
  get written(): Promise<void> {
    return this.#written;
  }

  /** Rejects where the browser blocks storage. */
  async read(): Promise<Stored> {
    const { owner } = this.#options;
    const all = (await this.#counts.all()).filter(({ takeId }) => takeId === owner);
    return { take: await this.#takes.get(owner), counts: [...all].sort((a, b) => b.at - a.at) };
  }

  putTake(take: Take): Promise<void> {
    return this.#write(() => this.#takes.put(take));
  }

  putCount(count: Count): Promise<void> {
    return this.#write(() => this.#counts.put(count));
  }

  /** Removes these counts, and the stock-take itself unless `takeToo` is false. */
  forget(countIds: readonly string[], { takeToo = true } = {}): Promise<void> {
    return this.#write(async () => {
      for (const id of countIds) await this.#counts.remove(id);
      if (takeToo) await this.#takes.remove(this.#options.owner);
    });
  }

  #write(act: () => Promise<void>): Promise<void> {
    const { onStorage } = this.#options;
    onStorage("storing");
    const written: Promise<void> = this.#written.then(act).then(
      () => {
        if (written === this.#written) onStorage("stored");
      },
      () => onStorage("memory"),
    );
    this.#written = written;
    return written;
  }
}
