// The rows of an import into a service: collected, then sent as one change set.

import { PetstockAdmin, PetstockError } from "../../client/client.ts";
import { positionTag } from "../../contract/position-tag.ts";
import type { DuplicateRow, ImportResult, ImportRow } from "../../inventory/import.ts";
import { type ExpectedPosition, isStillAt } from "../../inventory/position.ts";
import { INVENTORY_COLUMNS } from "../../transfer/columns.ts";
import type { RowImport, RowStage } from "../access.ts";
import { CommandError } from "../context.ts";
import { newestPosition, positionOrThrow } from "./position.ts";

/** The service accepts no more. */
const BYTES_MAX = 64 * 1024 * 1024;

export class UploadStage implements RowStage {
  readonly #admin: PetstockAdmin;
  readonly #pieces: string[] = [`${INVENTORY_COLUMNS.names.join(",")}\n`];
  #bytes = 0;
  /** The line of each pet's first row. The service would report its own lines, not the file's. */
  readonly #lineOf = new Map<bigint, number>();

  constructor(admin: PetstockAdmin) {
    this.#admin = admin;
  }

  /** Throws a CommandError if there are more rows than the service accepts at once. */
  async add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]> {
    const duplicates: DuplicateRow[] = [];
    let piece = "";
    for (const row of rows) {
      const { petId, quantity, status = "", line } = row;
      const firstLine = this.#lineOf.get(petId);
      if (firstLine !== undefined) {
        duplicates.push({ row, firstLine });
        continue;
      }
      this.#lineOf.set(petId, line);
      piece += `${petId},${quantity},${status}\n`;
    }
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes > BYTES_MAX) {
      throw new CommandError(
        "the service accepts at most 64 MiB of rows at once; nothing was changed. Import the file where its database is",
      );
    }
    return duplicates;
  }

  async apply({ replace, dryRun, ifUnchangedSince, cause }: RowImport): Promise<ImportResult> {
    const expected = ifUnchangedSince === undefined ? undefined : await this.#tagOf(ifUnchangedSince);
    if (expected?.kind === "changed_since") return expected;
    try {
      const { position, ...counts } = await this.#admin.applyRows(new Blob(this.#pieces), {
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
