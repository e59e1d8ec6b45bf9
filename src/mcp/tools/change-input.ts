// The input of the tool change: as much as the key's role allows.

import * as z from "../../../vendor/mcp/sdk.js";
import { QUANTITY_MAX } from "../../contract/item-json.ts";
import { STATED_REASONS } from "../../inventory/movement.ts";
import { NOTE_CHARACTERS_MAX } from "../../inventory/note.ts";
import { includesRole, type Role } from "../../inventory/role.ts";
import { storedLabelText } from "../../inventory/label.ts";
import { confirm, petId, quantity, status } from "./inputs.ts";

/** As many as a person can check in a preview; larger changes are imports. */
const CHANGES_MAX = 100;

const clerkChange = z.strictObject({
  petId,
  quantity: quantity.optional().describe("the new quantity"),
  by: z.int().min(-QUANTITY_MAX).max(QUANTITY_MAX).optional().describe("the number to add, such as -2"),
});

const labelText = z.string().transform(storedLabelText).nullable().optional();

const label = z
  .strictObject({
    name: labelText.describe("the new name"),
    kind: labelText.describe("the new kind, such as dog"),
    code: labelText.describe("the new code, such as a barcode, with its leading zeros"),
    low: quantity.nullable().optional().describe("the quantity from which on the pet needs attention"),
  })
  .refine((members) => Object.keys(members).length > 0, { error: "give a member of the label, or null" })
  .nullable()
  .describe("what changes of the label; null clears a member, and instead of them removes the label");

const managerChange = clerkChange.extend({
  status: status.optional().describe("the new status"),
  create: z.literal(true).optional().describe("create the pet, with quantity and status"),
  remove: z.literal(true).optional().describe("remove the pet from the inventory"),
  label: label.optional(),
});

/** Exactly one of the contract's forms, which the schemas cannot say shortly. */
type PetChange = z.output<typeof managerChange>;

export function changeInput(role: Role) {
  const isManager = includesRole(role, "manager");
  const change = isManager
    ? managerChange.refine(hasOneForm, {
        error:
          "give exactly one of quantity, by, status and remove, or quantity, status and create; beside it or alone label",
      })
    : clerkChange.refine(hasOneForm, { error: "give either quantity or by" });
  return z.strictObject({
    changes: z.array(change).min(1).max(CHANGES_MAX).describe("at most one for each pet"),
    reason: z.enum(STATED_REASONS).optional().describe("why, for the history"),
    note: z.string().min(1).max(NOTE_CHARACTERS_MAX).optional().describe("for the history"),
    confirm,
  });
}

function hasOneForm(change: Omit<PetChange, "petId">): boolean {
  const { quantity: set, by, status: sold, create, remove } = change;
  if (create) return set !== undefined && sold !== undefined && by === undefined && remove === undefined;
  const forms = [set, by, sold, remove].filter((each) => each !== undefined).length;
  return forms === 1 || (forms === 0 && change.label !== undefined);
}
