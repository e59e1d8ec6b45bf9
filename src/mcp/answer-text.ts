// An answer as the text that the model reads: JSON without white space. An id is a number while every program reads it
// exactly, else a string; either can be given back as it came.

import type { ChangeSetResult } from "../client/admin-types.ts";

export function answerText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? idValue(each) : each));
}

function idValue(id: bigint): number | string {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : String(id);
}

/** The counts of a change in answers of tools. */
export type Counts = Pick<ChangeSetResult, "created" | "updated" | "removed" | "unchanged">;

export function countsOf({ created, updated, removed, unchanged }: Counts): Counts {
  return { created, updated, removed, unchanged };
}
