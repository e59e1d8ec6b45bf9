// Points in the history of an inventory.

/**
 * A point in the inventory's history. The nonce is random for each commit, so a database that was rewound and then changed never
 * has an old position again.
 */
export interface Position {
  /** 0 for an unchanged inventory; grows by one with each effective change. */
  readonly revision: number;
  /** 16 hex digits. */
  readonly nonce: string;
}

/** The position that a client expects, for a change that must not overwrite later ones. */
export interface ExpectedPosition {
  readonly revision: number;
  /** Without it, a rewound history that reached the same revision with other changes is not detected. */
  readonly nonce?: string;
}

/** The position alone, of an object that has more members. */
export function positionOf({ revision, nonce }: Position): Position {
  return { revision, nonce };
}

export function isStillAt(
  current: Required<ExpectedPosition>,
  { revision, nonce = current.nonce }: ExpectedPosition,
): boolean {
  return current.revision === revision && current.nonce === nonce;
}
