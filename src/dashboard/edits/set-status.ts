// Sets the status of one pet, as a change set of its own.

import { PetstockError } from "../../client/client.ts";
import { itemETag } from "../../contract/item-etag.ts";
import type { InventoryItem, PetStatus } from "../../contract/item-json.ts";
import type { Pets } from "../data/pets.ts";
import type { Notice } from "../state/state.ts";
import { editsText } from "../language/en/edits.ts";
import { uiText } from "../language/en/ui.ts";
import { petNameFirst } from "../ui/names.ts";
import { type Changes, changeSetFailure } from "./changes.ts";

interface StatusPorts {
  readonly pets: Pets;
  readonly changes: Changes;
  notify(notice: Omit<Notice, "undo">): void;
}

/**
 * Guarded with the status that the user saw; a quantity that others have changed meanwhile does not matter. Reports its failure
 * in a notice.
 */
export async function setStatus(page: StatusPorts, item: InventoryItem, status: PetStatus): Promise<void> {
  if (status === item.status) return;
  const { petId } = item;
  const name = petNameFirst(petId, page.pets.label(petId));
  const send = (from: InventoryItem): Promise<unknown> =>
    page.changes.apply(
      { changes: [{ petId, status, ifMatch: itemETag(from) }] },
      {
        title: editsText.setTo(name, uiText.statuses[status]),
        inverse: [{ petId, status: item.status, ifMatch: itemETag({ ...from, status }) }],
      },
    );
  try {
    await send(item).catch((error: unknown) => send(withQuantityOf(item, error)));
  } catch (error) {
    page.notify({ text: editsText.notChanged(changeSetFailure(error)), tone: "bad" });
  }
}

/** The pet as it is now, if only its quantity has changed; otherwise throws the error. */
function withQuantityOf(item: InventoryItem, error: unknown): InventoryItem {
  const [conflict] = error instanceof PetstockError ? error.conflicts : [];
  if (conflict === undefined || conflict.status !== item.status || conflict.quantity === null) throw error;
  return { ...item, quantity: conflict.quantity };
}
