// The API keys of a database, as an engine keeps them. Methods throw StoreErrors, as those of the store do (store.ts).

/** An API key as it is stored: never the key itself. Times in ms since 1970. */
export interface KeyRecord {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  /** SHA-256 of the whole key, 64 hex digits. */
  readonly hash: string;
  readonly readOnly: boolean;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** One key is to take the place of another. */
export interface KeyRotation {
  /** The old key's. */
  readonly id: string;
  readonly successor: Pick<KeyRecord, "id" | "hash">;
  /** ms since 1970. */
  readonly at: number;
  /** How long the old key goes on; 0 revokes it at once. */
  readonly overlapMs: number;
}

/** `at` is when the old key was revoked or expired. */
export type RotationOutcome =
  | { readonly kind: "rotated"; readonly old: KeyRecord; readonly successor: KeyRecord }
  | { readonly kind: "unknown" }
  | { readonly kind: "revoked" | "expired"; readonly at: number };

/** Keys have a counter of their own: making one, or noting its use, never changes the list's tag. */
export interface KeyStore {
  /**
   * Grows with every key made, revoked or rotated, by random steps: where a database was rewound and other keys were made
   * or revoked since, it is another number than any before.
   */
  counter(): Promise<number>;
  list(): Promise<readonly KeyRecord[]>;
  create(record: KeyRecord): Promise<void>;
  /** False where there is no such key; a key that is revoked already stays as it is. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Makes the successor and sets the old key's end, in one transaction; changes nothing where there is none to rotate. */
  rotate(rotation: KeyRotation): Promise<RotationOutcome>;
  /** Notes when keys were last used; never moves one back, never bumps the counter. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}
