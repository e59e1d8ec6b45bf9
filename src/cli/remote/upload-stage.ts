// The rows of an import into a service: collected, then sent as one change set.

import { PetstockAdmin, PetstockError } from "../../client/client.ts";
import { positionTag } from "../../contract/position-tag.ts";
import type { DuplicateRow, ImportResult, ImportRow } from "../../inventory/import.ts";
import { type ExpectedPosition, isStillAt } from "../../inventory/position.ts";
import { INVENTORY_COLUMNS } from "../../transfer/columns.ts";
import type { RowImport, RowStage } from "../access.ts";
import { CollectedRows } from "./collected-rows.ts";
import { newestPosition, positionOrThrow } from "./admin.ts";

export class UploadStage implements RowStage {
  readonly #admin: PetstockAdmin;
  readonly #rows = new CollectedRows(`${INVENTORY_COLUMNS.names.join(",")}\n`, csvLine);

  constructor(admin: PetstockAdmin) {
    this.#admin = admin;
  }

  async add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]> {
    return this.#rows.add(rows);
  }

  async apply({ replace, dryRun, ifUnchangedSince, cause }: RowImport): Promise<ImportResult> {
    const expected = ifUnchangedSince === undefined ? undefined : await this.#tagOf(ifUnchangedSince);
    if (expected?.kind === "changed_since") return expected;
    try {
      const { position, ...counts } = await this.#admin.applyRows(this.#rows.body, {
        ...cause,
        format: "csv",
        replace,
        dryRun,
        ifUnchangedSince: expected?.tag,
      });
      return { kind: "applied", ...counts, position: positionOrThrow(position) };
    } catch (error) {
      if (error instanceof PetstockError && error.code === "changed_since") return this.#changedSince();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  /** A revision alone is completed to a position, which the service compares. */
  async #tagOf({
    revision,
    nonce,
  }: ExpectedPosition): Promise<ChangedSince | { kind: "expected"; tag: string }> {
    if (nonce !== undefined) return { kind: "expected", tag: positionTag({ revision, nonce }) };
    const newest = await newestPosition(this.#admin);
    if (isStillAt(newest, { revision })) return { kind: "expected", tag: positionTag(newest) };
    return { kind: "changed_since", revision: newest.revision };
  }

  async #changedSince(): Promise<ChangedSince> {
    return { kind: "changed_since", revision: (await newestPosition(this.#admin)).revision };
  }
}

type ChangedSince = Extract<ImportResult, { kind: "changed_since" }>;

/** Without a status the cell is empty: unchanged, or that of a new pet. */
function csvLine({ petId, quantity, status }: ImportRow): string {
  return `${petId},${quantity},${status ?? ""}\n`;
}
