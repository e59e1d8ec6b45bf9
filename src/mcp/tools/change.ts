// The tool change: a change set, previewed first. The confirming call repeats the changes, so that a person who approves it
// sees what is applied. It carries the preview's plan: the service applies what was shown, or nothing.

import type { Change } from "../../client/admin-types.ts";
import { includesRole, type Role } from "../../inventory/role.ts";
import { answerText, countsOf } from "../answer-text.ts";
import type { Confirmations } from "../confirmations.ts";
import type { Inventory } from "../inventory.ts";
import type { Service, Tool } from "../tool.ts";
import { changeInput } from "./change-input.ts";
import { previewedPets } from "./change-preview.ts";

interface ChangeToolOptions {
  readonly role: Role;
  readonly service: Pick<Service, "applyChanges">;
  /** For the names of the pets. */
  readonly inventory: Pick<Inventory, "labelsOf">;
  readonly confirmations: Confirmations;
}

export function changeTool({
  role,
  service,
  inventory,
  confirmations,
}: ChangeToolOptions): Tool<ReturnType<typeof changeInput>> {
  const what = includesRole(role, "manager")
    ? "the stock of pets, and what people call them (`label`: name, kind, code, low quantity)"
    : "the stock of pets";
  return {
    name: "change",
    title: "Change pets",
    description:
      `Changes ${what}, all or nothing, as one revision. Without \`confirm\` it is a preview: nothing is changed, and ` +
      "the answer shows each pet before and after. Show that to the user; if they agree, call again with the same arguments " +
      "and `confirm` of the preview. undo takes a revision back.",
    role: "clerk",
    writes: true,
    input: changeInput(role),
    async run({ confirm: token, changes, ...cause }) {
      // The schema lets each have one of the contract's forms alone.
      const changeSet = { ...cause, changes: changes as readonly Change[] };
      const request = answerText(changeSet);
      if (token !== undefined) {
        const { plan, idempotencyKey } = confirmations.getOrThrow(token, request);
        const done = await service.applyChanges(changeSet, { ifMatch: plan, idempotencyKey });
        return { applied: true, revision: done.revision, ...countsOf(done) };
      }
      const planned = await service.applyChanges(changeSet, { dryRun: true, preview: changes.length });
      const labels = await inventory.labelsOf(changes.map(({ petId }) => petId));
      return {
        applied: false,
        ...countsOf(planned),
        pets: previewedPets(planned.preview!, labels),
        // Nothing to apply has no revision of its own, which an undo could take back.
        ...(planned.unchanged === changes.length
          ? { nothingToConfirm: true }
          : { confirm: confirmations.offer(request, planned.plan).token }),
      };
    },
  };
}
