// Storage of API keys. Methods throw StoreErrors as those of the store do (store.ts).

import type { Origin } from "./movement.ts";
import type { Role } from "./role.ts";

/** Who makes, replaces or revokes a key, in the ledger's form. In a change `keyId` is the `ActingKey`; null for commands. */
export type KeyActor = Pick<Origin, "actor" | "keyId">;

/** A stored API key, without the key itself. Times in ms since 1970. */
export interface KeyRecord {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  /** SHA-256 of the whole key, 64 hex digits. */
  readonly hash: string;
  readonly role: Role;
  readonly createdAt: number;
  /** Of a key that replaces another, who rotated that one. */
  readonly createdBy: KeyActor;
  /**
   * The id of the key that it replaced, which may have been replaced more than once. Kept here alone, so that a restore, which
   * adds keys and changes none, keeps it too.
   */
  readonly replaces: string | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Null exactly if `revokedAt` is. */
  readonly revokedBy: KeyActor | null;
  readonly lastUsedAt: number | null;
}

/**
 * The id of the API key that acts. It must be usable in the transaction of the change, else that throws `key_ended`: a request
 * whose body arrives slowly was authenticated long before. Undefined for commands on the database.
 */
export type ActingKey = string;

/** Replaces a key by a successor. */
export interface KeyRotation {
  readonly by: KeyActor;
  /** The old key's. */
  readonly id: string;
  readonly successor: Pick<KeyRecord, "id" | "hash">;
  /** ms since 1970. */
  readonly at: number;
  /** How long the old key stays valid; 0 revokes it at once. */
  readonly overlapMs: number;
}

/** `at` is when the old key was revoked or expired. */
export type RotationOutcome =
  | { readonly kind: "rotated"; readonly old: KeyRecord; readonly successor: KeyRecord }
  | { readonly kind: "unknown" }
  | { readonly kind: "revoked" | "expired"; readonly at: number };

/** `name_is_id`: nothing was created. */
export type KeyCreation = "created" | "name_is_id";

/** Ends a key for good. */
export interface KeyRevocation {
  readonly by: KeyActor;
  readonly id: string;
  /** ms since 1970. */
  readonly at: number;
  /** Revokes even the last usable key with the role admin. Default: false. */
  readonly force?: boolean;
}

/** `revoked` has the key as it is then; a key that was revoked before keeps who revoked it, and when. */
export type RevocationOutcome =
  | { readonly kind: "revoked"; readonly key: KeyRecord }
  | { readonly kind: "unknown" }
  | { readonly kind: "last_admin" };

/** Keys have a counter of their own, so that changes of keys never change the list's tag. */
export interface KeyStore {
  /**
   * Grows with every key created, revoked or rotated, by random steps, so that a database that was rewound and then changed has a
   * number that it never had before.
   */
  counter(): Promise<number>;
  list(): Promise<readonly KeyRecord[]>;
  /**
   * Refuses a name that is the id of another key, which filters of the ledger would take for that key. Ids are random, so one that is made
   * later does not meet a name. The key that acts is that of `createdBy`.
   */
  create(record: KeyRecord): Promise<KeyCreation>;
  /**
   * Refuses to revoke the last usable admin key without `force`, checked in the transaction of the revocation: of two admins
   * that revoke each other at the same time, one succeeds.
   */
  revoke(revocation: KeyRevocation): Promise<RevocationOutcome>;
  /** Creates the successor and sets the old key's end in one transaction; changes nothing if the rotation is refused. */
  rotate(rotation: KeyRotation): Promise<RotationOutcome>;
  /** Stores when keys were last used; never moves a time back, never changes the counter. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}
