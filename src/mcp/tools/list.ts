// The tool list: the inventory in numbers, and its pets page by page.

import * as z from "../../../vendor/mcp/sdk.js";
import type { InventoryCopy } from "../inventory-copy.ts";
import { isLow } from "../../inventory/low-stock.ts";
import { pageOf, petsOf, summaryOf } from "../pets.ts";
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

export function listTool(copy: InventoryCopy): Tool<typeof input> {
  return {
    name: "list",
    title: "List the inventory",
    description:
      "Lists pets with quantity, status and label, ascending by id, one page at a time, with totals of the whole inventory. " +
      "For questions about totals, limit 1 is enough. Use find to look for a pet.",
    role: "reader",
    writes: false,
    input,
    async run({ status: wanted, quantityMin = 0, quantityMax = Infinity, low, ...page }) {
      const inventory = await copy.current();
      const matches = pageOf(
        petsOf(inventory),
        (pet) =>
          (wanted === undefined || pet.status === wanted) &&
          pet.quantity >= quantityMin &&
          pet.quantity <= quantityMax &&
          (low === undefined || isLow(pet.quantity, pet.status, pet.low ?? null)),
        page,
      );
      return { inventory: summaryOf(inventory.items), ...matches };
    },
  };
}
