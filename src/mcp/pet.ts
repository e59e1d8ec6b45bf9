// A pet as the tools show it: stock and label in one.

import type { InventoryItem } from "../contract/item-json.ts";
import type { Label } from "../inventory/label.ts";

/** Members that are absent are undefined, and so not part of the answer's text. */
export interface Pet extends InventoryItem {
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly code?: string | undefined;
  readonly low?: number | undefined;
}

export function petOf({ petId, quantity, status }: InventoryItem, label: Label | undefined): Pet {
  const { name, kind, code, low } = label ?? {};
  return {
    petId,
    quantity,
    status,
    name: name ?? undefined,
    kind: kind ?? undefined,
    code: code ?? undefined,
    low: low ?? undefined,
  };
}
