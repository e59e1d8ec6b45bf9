// Reads the list's items from its body as the bytes arrive. A body that breaks off is an error, never a short list.

import { type InventoryItem, parseItemJson } from "../contract/item-json.ts";
import type { Batches } from "./batches.ts";
import { ListElements } from "./list-elements.ts";
import type { Answer } from "./exchange.ts";

/** The items in the order of the list, in batches. Throws `TransportError`, or the signal's reason. */
export async function* itemBatches(answer: Answer): Batches<InventoryItem> {
  const elements = new ListElements();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of answer.pieces()) {
    const items = read(answer, () => elements.push(decoder.decode(piece, { stream: true })).map(itemIn));
    if (items.length > 0) yield items;
  }
  if (!elements.isComplete) throw answer.error("broken_body", "the list broke off before its end");
}

function read<T>(answer: Answer, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw answer.error("unexpected_answer", "the answer is not a list of items", cause);
  }
}

function itemIn(text: string): InventoryItem {
  const item = parseItemJson(text);
  if (item === undefined) throw new TypeError(`${text.slice(0, 100)} is not an item`);
  return item;
}
