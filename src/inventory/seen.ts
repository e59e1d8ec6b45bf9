// What somebody remembers of an inventory, to do something only where it is still so.

export interface Seen {
  readonly revision: number;
  /** Of that position. Without it a history that was rewound and came to the revision by another way is taken for it. */
  readonly nonce?: string;
}

export function isStillAt(present: Required<Seen>, { revision, nonce = present.nonce }: Seen): boolean {
  return present.revision === revision && present.nonce === nonce;
}
