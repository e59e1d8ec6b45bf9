// Points in the history of an inventory.

/**
 * A point in the inventory's history. The nonce is random for each commit, so a database that was rewound and went
 * another way never has an old position again.
 */
export interface Position {
  /** 0 for an inventory that never changed; grows by one for each effective change. */
  readonly revision: number;
  /** 16 hex digits. */
  readonly nonce: string;
}

/** A position that a client remembers, to change something only where nothing changed since. */
export interface ExpectedPosition {
  readonly revision: number;
  /** Of that position. Without it a history that was rewound and came to the revision by another way is taken for it. */
  readonly nonce?: string;
}

export function isStillAt(
  present: Required<ExpectedPosition>,
  { revision, nonce = present.nonce }: ExpectedPosition,
): boolean {
  return present.revision === revision && present.nonce === nonce;
}
