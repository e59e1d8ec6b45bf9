// The rows of an import into a service: collected, then sent as one change set.

import { PetstockAdmin, PetstockError } from "../../client/client.ts";
import type { ChangeSetResult } from "../../client/admin-types.ts";
import { toJson } from "../../contract/json.ts";
import { positionTag } from "../../contract/position-tag.ts";
import type { ChangePreview, PreviewedChange, PreviewGroup } from "../../inventory/change-preview.ts";
import type { DuplicateRow, ImportResult, ImportRow } from "../../inventory/import.ts";
import { type ExpectedPosition, isStillAt } from "../../inventory/position.ts";
import type { RowImport, RowStage } from "../access.ts";
import { CollectedRows } from "./collected-rows.ts";
import { newestPosition, positionOrThrow } from "./admin.ts";

export class UploadStage implements RowStage {
  readonly #admin: PetstockAdmin;
  // As NDJSON: only there may each row leave out other members. It begins with an empty line, because no body is no file.
  readonly #rows = new CollectedRows("\n", textOf);

  constructor(admin: PetstockAdmin) {
    this.#admin = admin;
  }

  async add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]> {
    return this.#rows.add(rows);
  }

  async apply({ replace, dryRun, previewRows, ifUnchangedSince, cause }: RowImport): Promise<ImportResult> {
    const expected = ifUnchangedSince === undefined ? undefined : await this.#tagOf(ifUnchangedSince);
    if (expected?.kind === "changed_since") return expected;
    try {
      const {
        position,
        preview,
        plan: _,
        ...counts
      } = await this.#admin.applyRows(this.#rows.body, {
        ...cause,
        format: "ndjson",
        replace,
        dryRun,
        preview: previewRows,
        ifUnchangedSince: expected?.tag,
      });
      const applied = { kind: "applied", ...counts, position: positionOrThrow(position) } as const;
      return preview === undefined ? applied : { ...applied, preview: this.#previewOf(preview) };
    } catch (error) {
      if (error instanceof PetstockError && error.code === "changed_since") return this.#changedSince();
      throw error;
    }
  }

  /** With the lines of the file. */
  #previewOf(preview: Preview): ChangePreview {
    const listed = (group: PreviewGroup) => preview[group].map((change) => this.#previewedOf(change));
    return {
      created: listed("created"),
      updated: listed("updated"),
      removed: listed("removed"),
      relabelled: listed("relabelled"),
      unchanged: listed("unchanged"),
    };
  }

  #previewedOf({ petId, before, after, label }: Preview[PreviewGroup][number]): PreviewedChange {
    const place = this.#rows.lineOf(petId);
    return { petId, ...(place !== undefined && { place }), before, after, ...(label && { label }) };
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

type Preview = NonNullable<ChangeSetResult["preview"]>;

type ChangedSince = Extract<ImportResult, { kind: "changed_since" }>;

function textOf({ label, line: _, exists: __, ...row }: ImportRow): string {
  return `${toJson({ ...row, ...label })}\n`;
}
