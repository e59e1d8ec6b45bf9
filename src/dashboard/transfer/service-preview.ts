// Asks the service what the rows of a file would change, by a dry run of the request that would change it.

import { type PetstockAdmin, PetstockError, RequestError } from "../../client/client.ts";
import { transferText } from "../language/en/transfer.ts";
import { changeSetFailure } from "../edits/changes.ts";
import { type ImportPlan, planOf, planOfRowsLeftOut } from "../imports/import-plan.ts";
import { type ImportDraft, type ImportRefusal, previewImport } from "../imports/import-request.ts";
import type { ServiceCheck } from "./import-view.ts";
import type { SheetDraft } from "./sheet.ts";

export interface CheckedPlan {
  readonly plan: ImportPlan;
  readonly check: Exclude<ServiceCheck, { kind: "running" }>;
}

/** Throws the signal's reason. */
export async function askService(
  admin: PetstockAdmin,
  { left, draft, refusal }: SheetDraft,
  signal: AbortSignal,
): Promise<CheckedPlan> {
  const failed = (message: string): CheckedPlan => ({
    plan: planOfRowsLeftOut(left),
    check: { kind: "failed", message },
  });
  if (refusal !== undefined) return failed(refusalInWords(refusal));
  if (draft === undefined)
    return { plan: planOfRowsLeftOut(left), check: { kind: "ready", shown: undefined } };
  const { content, lines } = draft;
  try {
    const result = await previewImport(admin, content, signal);
    const plan = planOf(left, result, { lines, firstPlace: firstPlaceOf(draft) });
    return { plan, check: { kind: "ready", shown: { content, plan: result.plan! } } };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RequestError)) throw error;
    return failed(failureOf(error));
  }
}

/** The service counts lines from 1, of which CSV has one for its names, and the changes of a list from 0. */
function firstPlaceOf({ content }: ImportDraft): number {
  if (content.kind === "changes") return 0;
  return content.format === "csv" ? 2 : 1;
}

/** The page may still have a pet that others removed. The line that the service names is not the file's. */
function failureOf(error: RequestError): string {
  const [problem] = error instanceof PetstockError ? error.problems : [];
  if (problem?.code !== "pet_not_found" || problem.petId === undefined) return changeSetFailure(error);
  return transferText.petIsGone(String(problem.petId));
}

function refusalInWords(refusal: ImportRefusal): string {
  if (refusal.code !== "tooManyChanges") return transferText[refusal.code];
  const { changes, max, hasQuantities } = refusal;
  return hasQuantities
    ? transferText.tooManyChanges(changes, max)
    : transferText.tooManyWithoutQuantities(changes, max);
}
