// Makes the preview of a small change set from its decided effects.

import type { ChangePreview, PreviewedChange, PreviewGroup } from "./change-preview.ts";
import type { PetChange } from "./change-set.ts";
import { sameStock } from "./decide.ts";
import type { Effect } from "./decide-change-set.ts";
import type { Stock } from "./item.ts";
import type { LabelChange } from "./label.ts";

/** Of a set that can be applied; `effects` are those of its changes, in their order. */
export function previewOf(
  changes: readonly PetChange[],
  effects: readonly Effect[],
  { rowsMax, stockOf }: { rowsMax: number; stockOf: (petId: bigint) => Stock | undefined },
): ChangePreview {
  const preview: Record<PreviewGroup, PreviewedChange[]> = {
    created: [],
    updated: [],
    removed: [],
    relabelled: [],
    unchanged: [],
  };
  const effectOf = new Map(effects.map((effect) => [effect.petId, effect]));
  changes.forEach(({ petId }, place) => {
    const stock = stockOf(petId) ?? null;
    const { before, after, label } = effectOf.get(petId) ?? { before: stock, after: stock };
    const stocks = { before: plainStock(before), after: plainStock(after) };
    const row = { petId, place, ...stocks, ...(label && { label: plainLabel(label) }) };
    for (const group of groupsOf(row)) if (preview[group].length < rowsMax) preview[group].push(row);
  });
  return preview;
}

function groupsOf({ before, after, label }: PreviewedChange): readonly PreviewGroup[] {
  const relabelled = label === undefined ? [] : (["relabelled"] as const);
  if (!sameStock(before, after))
    return [before === null ? "created" : after === null ? "removed" : "updated", ...relabelled];
  return label === undefined ? ["unchanged"] : relabelled;
}

/** Engines may give items for stocks. */
function plainStock(stock: Stock | null): Stock | null {
  return stock && { quantity: stock.quantity, status: stock.status };
}

function plainLabel({ before, after }: LabelChange): LabelChange {
  return { before, after };
}
