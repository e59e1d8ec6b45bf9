// The response to a change set, an import or an undo: counts, revision and position, or the reasons why nothing was applied.

import type { Conflict, Problem } from "../contract/errors.ts";
import { positionTag } from "../contract/position-tag.ts";
import { ApiError } from "../http/api-error.ts";
import { idempotencyLimitReached, idempotencyMismatch } from "../http/idempotency-key.ts";
import type { Reply } from "../http/operation.ts";
import type { ChangeConflict, ChangeProblem } from "../inventory/change-set.ts";
import type { AppliedChanges } from "../inventory/applied-changes.ts";
import type { ChangePreview, PreviewGroup } from "../inventory/change-preview.ts";
import type { ImportResult } from "../inventory/import.ts";
import { QUANTITY_MAX } from "../inventory/item.ts";
import { planChanged, planTag } from "./change-plan.ts";
import { jsonReply } from "./json-body.ts";
import { invalidChanges } from "./problems.ts";

interface AppliedAs {
  readonly dryRun: boolean;
  /** Whether the changes are rows of a file, which are named by line; a JSON change set has indexes. */
  readonly isRows: boolean;
  /** What a plan of the request says of it; only where the reply has a plan. */
  readonly planned?: string | undefined;
}

/** Throws an ApiError if nothing was applied. */
export function changeSetReply(result: ImportResult, { dryRun, isRows, planned }: AppliedAs): Reply {
  switch (result.kind) {
    case "applied": {
      const { preview } = result;
      const plan = planned !== undefined && { plan: planTag(result.position, planned) };
      return jsonReply({
        ...resultJson(result, dryRun),
        ...(preview && { preview: previewJson(preview, isRows) }),
        ...plan,
      });
    }
    case "replayed":
      return jsonReply(resultJson(result, false), { "Idempotency-Replayed": "true" });
    case "invalid": {
      const problems = result.problems.map((problem) => problemJson(problem, isRows));
      throw result.problems.every(isShortage)
        ? insufficientStock(problems, result.count)
        : invalidChanges(problems, result.count);
    }
    case "conflicts":
      throw conflictsError(result.conflicts, result.count);
    case "plan_changed":
      throw planChanged(result.conflicts.map(conflictOf), result.count);
    case "changed_since":
      throw new ApiError(
        "changed_since",
        `The inventory has changed since the position in ifUnchangedSince: it is at revision ${result.revision}. Nothing was changed; compare the rows with the present list, then send them again with its position.`,
      );
    case "labels_changed_since":
      throw new Error("a change set has no condition of that kind");
    case "idempotency_mismatch":
      throw idempotencyMismatch();
    case "idempotency_limit":
      throw idempotencyLimitReached(result.retryAfterMs);
  }
}

/** The members that all three operations answer with. */
export function resultJson(applied: AppliedChanges, dryRun: boolean): object {
  const { revision, position, created, updated, removed, relabelled, unchanged } = applied;
  const counts = { created, updated, removed, relabelled, unchanged };
  return { revision, position: positionTag(position), ...counts, dryRun };
}

function previewJson(preview: ChangePreview, isRows: boolean): Record<PreviewGroup, readonly object[]> {
  const listed = (group: PreviewGroup) =>
    preview[group].map(({ petId, place, before, after, label }) => ({
      petId,
      ...(place !== undefined && (isRows ? { line: place } : { index: place })),
      before,
      after,
      ...(label && { label }),
    }));
  return {
    created: listed("created"),
    updated: listed("updated"),
    removed: listed("removed"),
    relabelled: listed("relabelled"),
    unchanged: listed("unchanged"),
  };
}

function problemJson(problem: ChangeProblem, isRows: boolean): Problem {
  const { place, petId } = problem;
  const where = isRows ? { line: place } : { index: place };
  const name = isRows ? `line ${place}` : `changes[${place}]`;
  const asked = isShortage(problem) ? { quantity: problem.present?.quantity ?? 0, by: problem.by ?? 0 } : {};
  return { ...where, petId, code: codeOf(problem), message: `${name}: ${ruleOf(problem)}`, ...asked };
}

/** Whether more was asked for than is there. */
function isShortage({ present, by = 0 }: ChangeProblem): boolean {
  return present !== undefined && present.quantity + by < 0;
}

function codeOf(problem: ChangeProblem): Problem["code"] {
  if (isShortage(problem)) return "insufficient_stock";
  return problem.code === "quantity_out_of_range" ? "invalid_quantity" : problem.code;
}

/** The request is valid, and was until others took what it asks for. */
function insufficientStock(problems: readonly Problem[], total: number): ApiError {
  const which =
    total === 1 ? "There is not enough of 1 pet" : `There is not enough of ${total} pets; the first`;
  const message = `${which}: ${problems[0]?.message ?? ""} Nothing was changed; ask for what is there.`;
  return new ApiError("insufficient_stock", message, {}, { problems, problemsTotal: total });
}

function ruleOf(problem: ChangeProblem): string {
  const { petId, code, present, by = 0, firstPlace } = problem;
  if (isShortage(problem)) return `pet ${petId} has ${present?.quantity}, and ${-by} were asked for.`;
  switch (code) {
    case "pet_not_found":
      return `pet ${petId} is not in the inventory; create it with "create": true, or leave it out.`;
    case "pet_exists":
      return `pet ${petId} is in the inventory already; leave out "create" to change it.`;
    case "quantity_out_of_range":
      return `pet ${petId} has the quantity ${present?.quantity}; the result must be from 0 to ${QUANTITY_MAX}.`;
    case "duplicate_pet":
      return `pet ${petId} is at ${firstPlace} already; keep one of the two.`;
  }
}

function conflictsError(conflicts: readonly ChangeConflict[], total: number): ApiError {
  const listed: Conflict[] = conflicts.map(conflictOf);
  const which = total === 1 ? "1 pet has" : `${total} pets have`;
  const message = `${which} another tag or label than ifMatch or ifLabel says; nothing was changed. Decide again with the conflicts.`;
  return new ApiError("precondition_failed", message, {}, { conflicts: listed, conflictsTotal: total });
}

/** Without its place, which no contract names. */
function conflictOf({ petId, present, label }: Omit<ChangeConflict, "place">): Conflict {
  const stock = { quantity: present?.quantity ?? null, status: present?.status ?? null };
  return { petId, ...stock, ...(label !== undefined && { label }) };
}
