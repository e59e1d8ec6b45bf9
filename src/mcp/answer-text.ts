// Answers and errors as the text that the model reads.

import type { ChangeSetResult } from "../client/admin-types.ts";
import { type Conflict, PetstockError, RequestError } from "../client/errors.ts";
import { StoreError } from "../inventory/store-error.ts";
import { ToolError } from "./tool.ts";

/** JSON without white space. Ids are numbers while every program reads them exactly, else strings; tools accept both. */
export function answerText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? idValue(each) : each));
}

function idValue(id: bigint): number | string {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : String(id);
}

/** The counts of a change in answers of tools. */
export type Counts = Pick<ChangeSetResult, "created" | "updated" | "removed" | "relabelled" | "unchanged">;

export function countsOf({ created, updated, removed, relabelled, unchanged }: Counts): Counts {
  return { created, updated, removed, relabelled, unchanged };
}

/** Problems and conflicts that are shown; the service lists up to 100. */
const SHOWN_MAX = 20;

const NEXT_STEP: Readonly<Record<string, string>> = {
  changed_since: "With skipChanged these pets are left out and the others undone.",
  plan_changed: "Call again without `confirm` for a new preview, and show it to the user.",
  invalid_api_key:
    "The user must set another API key in the settings of this server (PETSTOCK_API_KEY, or the header Authorization).",
  idempotency_mismatch: "Call again without `confirm` for a new preview.",
};

const UNKNOWN_OUTCOME =
  "It is unknown whether the change was made. Call again with the same arguments and `confirm`, which applies it at most " +
  "once, or look at the history.";

/** Undefined for a defect, whose text is for the log alone. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof ToolError) return error.message;
  if (error instanceof StoreError) return "unavailable: The database does not answer. Try again shortly.";
  if (!(error instanceof RequestError)) return undefined;
  const next = error.mayBeApplied ? UNKNOWN_OUTCOME : NEXT_STEP[error.code];
  const message = `${error.code}: ${messageOf(error)}`;
  return [message, ...detailsOf(error), ...(next === undefined ? [] : [next])].join("\n");
}

/** Of a plan, of which the model does not know: about its preview. */
function messageOf(error: RequestError): string {
  if (!(error instanceof PetstockError) || error.code !== "plan_changed") return error.message;
  const { conflicts, conflictsTotal } = error;
  if (conflictsTotal === 0)
    return "The history does not go back to the preview any more; nothing was changed.";
  return `${petsInWords(conflicts, conflictsTotal)} changed since the preview; nothing was changed.`;
}

/** With the verb: "Pet 1 has", "Pets 1, 2, and 3 have". */
function petsInWords(pets: readonly Conflict[], total: number): string {
  const named = pets.slice(0, SHOWN_MAX).map(({ petId }) => String(petId));
  if (total === 1) return `Pet ${named.join()} has`;
  const others = total > named.length ? [`${total - named.length} more`] : [];
  return `Pets ${new Intl.ListFormat("en").format([...named, ...others])} have`;
}

function detailsOf(error: RequestError): readonly string[] {
  if (!(error instanceof PetstockError)) return [];
  const { problems = [], conflicts = [] } = error;
  return [
    ...shown("problems", problems, error.problemsTotal),
    ...shown("changed pets, as they are now", conflicts, error.conflictsTotal),
  ];
}

function shown(what: string, list: readonly unknown[], total = list.length): readonly string[] {
  if (list.length === 0) return [];
  const more = total > SHOWN_MAX ? ` (the first ${SHOWN_MAX} of ${total})` : "";
  return [`${what}${more}: ${answerText(list.slice(0, SHOWN_MAX))}`];
}
