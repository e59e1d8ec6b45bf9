// The tool undo: takes one revision back, previewed first.

import * as z from "../../../vendor/mcp/sdk.js";
import { answerText, countsOf } from "../answer-text.ts";
import type { Confirmations } from "../confirmations.ts";
import type { Movement } from "../../client/admin-types.ts";
import { sameStock } from "../../inventory/decide.ts";
import type { Service, Tool } from "../tool.ts";
import { confirm, revision } from "./inputs.ts";

/** An undone import may concern all pets: the answer shows the first ones. */
const SHOWN_MAX = 20;

const input = z.strictObject({
  revision,
  skipChanged: z
    .literal(true)
    .optional()
    .describe("leave out pets that have changed since; without it they make the undo fail"),
  confirm,
});

export function undoTool(
  service: Pick<Service, "movementPage" | "undo">,
  confirmations: Confirmations,
): Tool<typeof input> {
  return {
    name: "undo",
    title: "Undo a revision",
    description:
      "Takes one revision back, stock and labels, as a new revision, which can be undone, too. Without `confirm` it is a preview: nothing is " +
      "changed. Show it to the user; if they agree, call again with the same arguments and `confirm` of the preview.",
    role: "manager",
    writes: true,
    input,
    async run({ confirm: token, revision: undone, skipChanged = false }) {
      const request = answerText({ undone, skipChanged });
      const dryRun = token === undefined;
      const idempotencyKey = dryRun ? undefined : confirmations.getOrThrow(token, request).idempotencyKey;
      const options = { dryRun, skipChanged, idempotencyKey };
      const { revision: made, skipped = [], ...counts } = await service.undo(undone, options);
      const result = {
        ...countsOf(counts),
        ...(skipChanged && { skipped: skipped.slice(0, SHOWN_MAX), skippedTotal: skipped.length }),
      };
      if (!dryRun) return { applied: true, revision: made, ...result };
      const { entries, next } = await service.movementPage({ revision: undone, pageSize: SHOWN_MAX });
      return {
        applied: false,
        ...result,
        takesBack: entries.map(reversed),
        ...(next !== null && { takesBackMore: true }),
        confirm: confirmations.offer(request).token,
      };
    },
  };
}

/** Of a pet whose label alone changed the stock stays as it is now. */
function reversed({ petId, before, after, label }: Movement): object {
  const stock = sameStock(before, after) ? {} : { before: after, after: before };
  return { petId, ...stock, ...(label && { label: { before: label.after, after: label.before } }) };
}
