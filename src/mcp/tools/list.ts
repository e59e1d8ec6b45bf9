// The tool list: the inventory in numbers, and its pets page by page.

import * as z from "../../../vendor/mcp/sdk.js";
import type { InventoryItem } from "../../contract/item-json.ts";
import { isLow } from "../../inventory/low-stock.ts";
import type { Inventory } from "../inventory.ts";
import type { Pet } from "../pet.ts";
import { labelledPage, PageBuilder, pageOf, SummaryBuilder } from "../pets.ts";
import type { Tool } from "../tool.ts";
import { cursor, limit, quantity, status } from "./inputs.ts";

const input = z.strictObject({
  status: status.optional().describe("only pets with this status"),
  quantityMin: quantity.optional().describe("only pets with at least this quantity"),
  quantityMax: quantity.optional().describe("only pets with at most this quantity"),
  low: z
    .literal(true)
    .optional()
    .describe("only pets that are low: at or below their label's `low`, and not sold"),
  limit,
  cursor,
});

export function listTool(inventory: Inventory): Tool<typeof input> {
  return {
    name: "list",
    title: "List the inventory",
    description:
      "Lists pets with quantity, status and label, ascending by id, one page at a time, with totals of the whole inventory. " +
      "For questions about totals, limit 1 is enough. Use find to look for a pet.",
    role: "reader",
    writes: false,
    input,
    async run({ low, limit: atMost, cursor: after, ...wanted }) {
      const summary = new SummaryBuilder();
      const isWanted = matcherOf(wanted);
      const request = { limit: atMost, cursor: after };
      const page = new PageBuilder<InventoryItem>(isWanted, request);
      for await (const items of inventory.items()) {
        summary.add(items);
        page.add(items);
      }
      const matches =
        low === undefined
          ? await labelledPage(page.finish(), inventory)
          : await pageOf(inventory.labelled(), (pet) => isWanted(pet) && isLowPet(pet), request);
      return { inventory: summary.finish(), ...matches };
    },
  };
}

type Wanted = Pick<z.output<typeof input>, "status" | "quantityMin" | "quantityMax">;

function matcherOf({ status: wanted, quantityMin = 0, quantityMax = Infinity }: Wanted) {
  return ({ status: actual, quantity: count }: InventoryItem): boolean =>
    (wanted === undefined || actual === wanted) && count >= quantityMin && count <= quantityMax;
}

function isLowPet({ quantity: count, status: actual, low }: Pet): boolean {
  return isLow(count, actual, low ?? null);
}
