// The result of a change set as the text that its idempotency record holds.

import type { AppliedChanges } from "./applied-changes.ts";

/** JSON; `appliedChangesOf` reads it. */
export function textOfAppliedChanges(applied: AppliedChanges): string {
  const { revision, position, created, updated, removed, unchanged } = applied;
  return JSON.stringify([revision, position.revision, position.nonce, created, updated, removed, unchanged]);
}

export function appliedChangesOf(text: string): AppliedChanges {
  const [revision, last, nonce, created, updated, removed, unchanged] = JSON.parse(text) as [
    ...[revision: number, last: number, nonce: string],
    ...[created: number, updated: number, removed: number, unchanged: number],
  ];
  return { revision, position: { revision: last, nonce }, created, updated, removed, unchanged };
}
