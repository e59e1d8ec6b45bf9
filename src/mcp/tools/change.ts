// The tool change: a change set, previewed first. The confirming call repeats the changes, so that a person who approves it
// sees what is applied; it is refused if a pet has changed since the preview.

import type { Change } from "../../client/admin-types.ts";
import { includesRole, type Role } from "../../inventory/role.ts";
import { answerText, countsOf } from "../answer-text.ts";
import type { Confirmations } from "../confirmations.ts";
import type { InventoryCopy } from "../inventory-copy.ts";
import type { Service, Tool } from "../tool.ts";
import { changeInput } from "./change-input.ts";
import { guarded, readPets, shown } from "./change-preview.ts";

interface ChangeToolOptions {
  readonly role: Role;
  readonly service: Pick<Service, "entry" | "applyChanges">;
  /** For the labels of pets that are not in the inventory. */
  readonly inventory: InventoryCopy;
  readonly confirmations: Confirmations<readonly Change[]>;
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
    async run({ confirm: token, ...request }) {
      const text = answerText(request);
      if (token !== undefined) {
        const { found, idempotencyKey } = confirmations.getOrThrow(token, text);
        const done = await service.applyChanges({ ...request, changes: found }, { idempotencyKey });
        return { applied: true, revision: done.revision, ...countsOf(done) };
      }
      const pets = await readPets({ service, inventory }, request.changes);
      const changes = pets.map(guarded);
      const counts = countsOf(await service.applyChanges({ ...request, changes }, { dryRun: true }));
      return {
        applied: false,
        ...counts,
        pets: pets.map(shown),
        confirm: confirmations.offer(text, changes).token,
      };
    },
  };
}
