// Imports that were sent and whose answer is not known yet: they survive a reload of the page.

import type { Me } from "../../client/client.ts";
import type { TabLocks } from "../state/environment.ts";
import type { Records } from "../state/records.ts";
import type { ImportRequest } from "./import-request.ts";

export class PendingImports {
  readonly #records: Records<ImportRequest>;
  readonly #locks: TabLocks;

  constructor(records: Records<ImportRequest>, locks: TabLocks) {
    this.#records = records;
    this.#locks = locks;
  }

  /** The imports of one API key, to which their Idempotency-Keys belong. Empty where the browser blocks storage. */
  async of(owner: string): Promise<readonly ImportRequest[]> {
    const all = await this.#records.all().catch(() => []);
    return all.filter((request) => request.owner === owner);
  }

  /** Where storage is blocked, a reload forgets the import; all else is the same. */
  async put(request: ImportRequest): Promise<void> {
    await this.#records.put(request).catch(() => {});
  }

  async remove(id: string): Promise<void> {
    await this.#records.remove(id).catch(() => {});
  }

  /** The import as it is now; undefined once its outcome is known, such as to another tab. */
  async get(id: string): Promise<ImportRequest | undefined> {
    return this.#records.get(id).catch(() => undefined);
  }

  /** Runs the work when no other tab sends the import: a page that is being left may do so for a moment more. */
  async claim<T>(id: string, work: () => Promise<T>): Promise<T> {
    const results: T[] = [];
    await this.#locks.whenFree(`petstock import ${id}`, async () => {
      results.push(await work());
    });
    return results[0]!;
  }
}

export function ownerOf({ account, name }: Pick<Me, "account" | "name">): string {
  return `${account}/${name}`;
}
