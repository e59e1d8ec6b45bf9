// The labels of a service.

import { PetstockAdmin } from "../../client/client.ts";
import { toJson } from "../../contract/json.ts";
import type { LabelRow } from "../../inventory/label.ts";
import { PAGE_ROWS } from "../../inventory/store.ts";
import type { LabelAdministration, LabelRowStage } from "../access.ts";
import { CollectedRows } from "./collected-rows.ts";

export function remoteLabels(admin: PetstockAdmin): LabelAdministration {
  return {
    async readAll(onPage) {
      const { labels } = await admin.labels();
      for (let at = 0; at < labels.length; at += PAGE_ROWS) await onPage(labels.slice(at, at + PAGE_ROWS));
    },
    stage: async (replace) => stageOf(admin, replace),
  };
}

function stageOf(admin: PetstockAdmin, replace: boolean): LabelRowStage {
  // As NDJSON: only there may each label leave out other members. It begins with an empty line, because no body is no file.
  const rows = new CollectedRows<LabelRow>("\n", ({ line: _, ...label }) => `${toJson(label)}\n`);
  return {
    add: async (batch) => rows.add(batch),
    apply: ({ dryRun, cause }) => admin.putLabels(rows.body, { ...cause, replace, dryRun, format: "ndjson" }),
    async [Symbol.asyncDispose]() {},
  };
}
