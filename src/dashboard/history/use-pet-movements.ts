// The movements of one pet, newest first; the newest are read again when the pet changes.

import type { InventoryItem, Label, Movement } from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { type Paged, usePaged } from "./use-paged.ts";

const PAGE_SIZE = 30;

export function usePetMovements(dashboard: Dashboard, petId: bigint): Paged<Movement> {
  const { store, pets, session } = dashboard;
  // A text: the same stock and label are the same version.
  const version = useSelected(store, () => stateText(pets.item(petId), pets.label(petId)));
  return usePaged({
    subject: String(petId),
    version,
    settledMs: 0,
    read: async (cursor, signal) => {
      const { entries, next } = await session.admin.movementPage({
        petId,
        cursor,
        pageSize: PAGE_SIZE,
        signal,
      });
      return { entries, cursor: next ?? undefined };
    },
    append: (entries, further) => [...entries, ...further],
  });
}

function stateText(item: InventoryItem | undefined, label: Label | undefined): string {
  const { name, kind, code, low } = label ?? {};
  return JSON.stringify([item?.quantity, item?.status, name, kind, code, low]);
}
