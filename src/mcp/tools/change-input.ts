// The input of the tool change: as much as the key's role allows.

import * as z from "../../../vendor/mcp/sdk.js";
import { QUANTITY_MAX } from "../../contract/item-json.ts";
import { STATED_REASONS } from "../../inventory/movement.ts";
import { NOTE_CHARACTERS_MAX } from "../../inventory/note.ts";
import { includesRole, type Role } from "../../inventory/role.ts";
import { confirm, petId, quantity, status } from "./inputs.ts";

/** As many as a person can check in a preview; larger changes are imports. */
const CHANGES_MAX = 100;

const clerkChange = z.strictObject({
  petId,
  quantity: quantity.optional().describe("the new quantity"),
  by: z.int().min(-QUANTITY_MAX).max(QUANTITY_MAX).optional().describe("the number to add, such as -2"),
});

const managerChange = clerkChange.extend({
  status: status.optional().describe("the new status"),
  create: z.literal(true).optional().describe("create the pet, with quantity and status"),
  remove: z.literal(true).optional().describe("remove the pet from the inventory"),
});

/** Exactly one of the contract's forms, which the schemas cannot say shortly. */
export type PetChange = z.output<typeof managerChange>;

export function changeInput(role: Role) {
  const isManager = includesRole(role, "manager");
  const change = isManager
    ? managerChange.refine(hasOneForm, {
        error: "give exactly one of quantity, by, status and remove; or quantity, status and create",
      })
    : clerkChange.refine(hasOneForm, { error: "give either quantity or by" });
  return z.strictObject({
    changes: z.array(change).min(1).max(CHANGES_MAX).describe("at most one for each pet"),
    reason: z.enum(STATED_REASONS).optional().describe("why, for the history"),
    note: z.string().min(1).max(NOTE_CHARACTERS_MAX).optional().describe("for the history"),
    confirm,
  });
}

function hasOneForm({ quantity: set, by, status: sold, create, remove }: Omit<PetChange, "petId">): boolean {
  if (create) return set !== undefined && sold !== undefined && by === undefined && remove === undefined;
  return [set, by, sold, remove].filter((each) => each !== undefined).length === 1;
}
