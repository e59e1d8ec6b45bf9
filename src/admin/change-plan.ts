// Plans: what a dry run with `preview` gives, and `If-Match` takes. A plan is the position of the dry run and a digest of its request:
// the same request has the same effects as long as those of its pets that change since have no other ones.

import type { Conflict } from "../contract/errors.ts";
import { ApiError } from "../http/api-error.ts";
import { entityTagsOf } from "../http/entity-tags.ts";
import type { Position } from "../inventory/position.ts";
import type { ChangeSetQuery } from "./change-set-ports.ts";

const PLAN = /^([0-9]{1,16})-([0-9a-f]{16})-([0-9a-f]{32})$/;
/** Of the digest: 128 bits, as a plan is copied by assistants, too. */
const DIGITS = 32;

/** `digest`: of what the request changes, without its reason and note. */
export function planTag({ revision, nonce }: Position, digest: string): string {
  return `"${revision}-${nonce}-${digest.slice(0, DIGITS)}"`;
}

/** How a request takes part in plans. */
export interface PlanUse {
  /** Whether the reply has a plan. */
  readonly makes: boolean;
  /** The plan of `If-Match`, without quotes. */
  readonly expected: string | undefined;
}

/** Throws `invalid_query` and `invalid_header`. */
export function planUseOf(headers: Headers, { dryRun, preview }: ChangeSetQuery): PlanUse {
  if (preview !== undefined && !dryRun) {
    const message = "preview is for dry runs. Send dryRun=true with it, or leave it out.";
    throw new ApiError("invalid_query", message);
  }
  return { makes: preview !== undefined, expected: expectedPlan(headers, dryRun) };
}

function expectedPlan(headers: Headers, dryRun: boolean): string | undefined {
  const tags = entityTagsOf(headers, "If-Match");
  if (tags === undefined) return undefined;
  if (dryRun) {
    const message =
      "If-Match is not for dry runs: each makes a new plan. Leave it out, or apply the change set.";
    throw new ApiError("invalid_header", message);
  }
  const [tag, ...more] = tags === "*" ? [] : tags;
  if (tag !== undefined && more.length === 0 && !tag.weak) return tag.opaque;
  const message =
    "If-Match of a change set is the plan of one dry run: a tag in double quotes, as the dry run gave it.";
  throw new ApiError("invalid_header", message);
}

/** The position of the plan in `If-Match`. Throws `plan_changed` if it is not a plan of this request. */
export function planPosition(expected: string, digest: string): Position {
  const [, revision, nonce, planned] = PLAN.exec(expected) ?? [];
  if (planned === digest.slice(0, DIGITS) && nonce !== undefined)
    return { revision: Number(revision), nonce };
  const message =
    "If-Match is not a plan of this change set; nothing was changed. Send the same body and parameters as in the dry run, or preview again.";
  throw new ApiError("plan_changed", message);
}

/** Without a conflict the position of the plan is not in the history. */
export function planChanged(conflicts: readonly Conflict[], total: number): ApiError {
  const what =
    total === 0
      ? "The history does not go back to the plan"
      : `The plan of the dry run has changed for ${total === 1 ? "1 pet" : `${total} pets`}`;
  const message = `${what}; nothing was changed. Preview the change set again, and send the new plan.`;
  const details = total === 0 ? undefined : { conflicts, conflictsTotal: total };
  return new ApiError("plan_changed", message, {}, details);
}
