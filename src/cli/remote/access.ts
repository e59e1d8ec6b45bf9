// The inventory behind a remote service, over its Admin API. Throws RequestErrors.

import type { PetstockAdmin } from "../../client/client.ts";
import type { InventoryItem } from "../../inventory/item.ts";
import type { Position } from "../../inventory/position.ts";
import { PAGE_ROWS } from "../../inventory/store.ts";
import type { Access } from "../access.ts";
import { changeItem } from "./change-item.ts";
import { historyPages } from "./history.ts";
import { remoteHooks } from "./hooks.ts";
import { remoteKeys } from "./keys.ts";
import { remoteLabels } from "./labels.ts";
import { positionOrThrow } from "./admin.ts";
import { UploadStage } from "./upload-stage.ts";
import { undoRevision } from "./undo.ts";

export function remoteAccess(admin: PetstockAdmin): Access {
  return {
    change: (change) => changeItem(admin, change),
    readAll: (onPage) => readAll(admin, onPage),
    async readByCode(code, onPage) {
      for await (const { petId, quantity, status } of admin.entriesByCode(code))
        await onPage([{ petId, quantity, status }]);
    },
    stageImport: async () => new UploadStage(admin),
    history: (filter) => historyPages(admin, filter),
    undo: (options) => undoRevision(admin, options),
    keys: remoteKeys(admin),
    hooks: remoteHooks(admin),
    labels: remoteLabels(admin),
  };
}

async function readAll(
  admin: PetstockAdmin,
  onPage: (items: readonly InventoryItem[]) => void | Promise<void>,
): Promise<Position> {
  const { position, items } = await admin.snapshot();
  let page: InventoryItem[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < PAGE_ROWS) continue;
    await onPage(page);
    page = [];
  }
  if (page.length > 0) await onPage(page);
  return positionOrThrow(position);
}
