// The result of a change set or an undo as the text that its idempotency record holds.

import type { AppliedChanges, RecordedUndo } from "./applied-changes.ts";

type Applied = AppliedChanges | RecordedUndo;

/** The last two only of an undo. Ids are text: a JSON number would lose digits. */
type Row = [
  ...[revision: number, last: number, nonce: string],
  ...[created: number, updated: number, removed: number, relabelled: number, unchanged: number],
  ...([] | [skipped: number, petIds: string[]]),
];

/** JSON; `appliedChangesOf` reads it. */
export function textOfAppliedChanges(applied: Applied): string {
  const { revision, position, created, updated, removed, relabelled, unchanged } = applied;
  const counts = [created, updated, removed, relabelled, unchanged] as const;
  const skipped = "skipped" in applied ? skippedRow(applied) : ([] as const);
  return JSON.stringify([revision, position.revision, position.nonce, ...counts, ...skipped] satisfies Row);
}

function skippedRow({ skipped: { count, petIds } }: RecordedUndo): [number, string[]] {
  return [count, petIds.map(String)];
}

export function appliedChangesOf(text: string): Applied {
  const [revision, last, nonce, created, updated, removed, relabelled, unchanged, ...skipped] = JSON.parse(
    text,
  ) as Row;
  const counts = { created, updated, removed, relabelled, unchanged };
  const applied = { revision, position: { revision: last, nonce }, ...counts };
  const [count, petIds] = skipped;
  if (count === undefined || petIds === undefined) return applied;
  return { ...applied, skipped: { count, petIds: petIds.map(BigInt) } };
}
