// Storage of API keys. Methods throw StoreErrors as those of the store do (store.ts).

import type { IdempotencyKey } from "./idempotency.ts";
import type { Origin } from "./movement.ts";
import type { Role } from "./role.ts";

/** Who makes, replaces or revokes a key, in the ledger's form. In a change `keyId` is the `ActingKey`; null for commands. */
export type KeyActor = Pick<Origin, "actor" | "keyId">;

/** The link by which a browser gets the key, once. Times in ms since 1970. */
export interface KeyLink {
  /** SHA-256 of the link's code, 64 hex digits. Kept after the link was opened, so that it can be said when that was. */
  readonly hash: string;
  /** Never later than the key's own end. */
  readonly expiresAt: number;
  /** Null: not opened yet. */
  readonly openedAt: number | null;
}

/** A stored API key, without the key itself. Times in ms since 1970. */
export interface KeyRecord {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  /** SHA-256 of the whole key, 64 hex digits. Null while its link was not opened: no key exists yet. */
  readonly hash: string | null;
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
  /** Null: the key was made without a link. */
  readonly link: KeyLink | null;
}

/** A key whose secret was presented. */
export interface Caller extends KeyRecord {
  /**
   * The id of the first key in its chain of rotations; its own where it replaced none. A successor has the `Idempotency-Key`s of the keys
   * before it, so that a retry after a rotation is applied once.
   */
  readonly lineage: string;
}

/**
 * The id of the API key that acts. It must be usable in the transaction of the change, else that throws `key_ended`: a request
 * whose body arrives slowly was authenticated long before. Undefined for commands on the database.
 */
export type ActingKey = string;

/** What the store has of a key's secret: its hash, or that of the link's code. */
export type Secret = Pick<KeyRecord, "hash" | "link">;

/** Replaces a key by a successor. */
export interface KeyRotation {
  readonly by: KeyActor;
  /** The old key's. */
  readonly id: string;
  readonly successor: Secret & Pick<KeyRecord, "id">;
  /** ms since 1970. */
  readonly at: number;
  /** How long the old key stays valid; 0 revokes it at once. */
  readonly overlapMs: number;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

/**
 * What a request with an `Idempotency-Key` gets that was sent within a day before: `repeated` with the id of the key that it made, whose
 * secret is not kept, so that nothing can be answered again; `idempotency_mismatch` if it was another request.
 */
export type KeyRepetition =
  { readonly kind: "repeated"; readonly id: string } | { readonly kind: "idempotency_mismatch" };

/**
 * `at` is when the old key was revoked or expired. `unopened`: the old key does not exist yet. `last_admin`: without a secret, the
 * successor would leave no usable key with the role admin.
 */
export type RotationOutcome =
  | KeyRepetition
  | { readonly kind: "rotated"; readonly old: KeyRecord; readonly successor: KeyRecord }
  | { readonly kind: "unknown" }
  | { readonly kind: "unopened" }
  | { readonly kind: "last_admin" }
  | { readonly kind: "revoked" | "expired"; readonly at: number };

/** `name_is_id`, and a repetition: nothing was created. */
export type KeyCreation = "created" | "name_is_id" | KeyRepetition;

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

/** Gives a key that was never opened another link; the former one is no longer known. */
export interface KeyRelink {
  readonly by: KeyActor;
  readonly id: string;
  /** ms since 1970. */
  readonly at: number;
  readonly link: Pick<KeyLink, "hash" | "expiresAt">;
}

/** `opened`: the key has a secret, from its link or from the start. `at` is when the key was revoked or expired. */
export type RelinkOutcome =
  | { readonly kind: "linked"; readonly key: KeyRecord }
  | { readonly kind: "unknown" }
  | { readonly kind: "opened" }
  | { readonly kind: "revoked" | "expired"; readonly at: number };

/** Exchanges a link's code for a key. */
export interface LinkOpening {
  /** SHA-256 of the code. */
  readonly linkHash: string;
  /** SHA-256 of the new key. */
  readonly hash: string;
  /** ms since 1970. */
  readonly at: number;
}

/** `at` is when the link was opened, withdrawn or expired. */
export type LinkOutcome =
  | { readonly kind: "ready"; readonly key: KeyRecord }
  | { readonly kind: "unknown" }
  | { readonly kind: "opened" | "revoked" | "expired"; readonly at: number };

/** Keys have a counter of their own, so that changes of keys never change the list's tag. */
export interface KeyStore {
  /**
   * Grows with every key created, linked, opened, revoked or rotated, by random steps, so that a database that was rewound and then changed has a
   * number that it never had before.
   */
  counter(): Promise<number>;
  list(): Promise<readonly KeyRecord[]>;
  /**
   * Refuses a name that is the id of another key, which filters of the ledger would take for that key. Ids are random, so one that is made
   * later does not meet a name. The key that acts is that of `createdBy`.
   */
  create(record: KeyRecord, idempotencyKey?: IdempotencyKey): Promise<KeyCreation>;
  /**
   * Refuses to revoke the last usable admin key without `force`, checked in the transaction of the revocation: of two admins
   * that revoke each other at the same time, one succeeds.
   */
  revoke(revocation: KeyRevocation): Promise<RevocationOutcome>;
  /** Creates the successor and sets the old key's end in one transaction; changes nothing if the rotation is refused. */
  rotate(rotation: KeyRotation): Promise<RotationOutcome>;
  /** Changes nothing unless the key was never opened. */
  relink(relink: KeyRelink): Promise<RelinkOutcome>;
  /** Of several that open a link at the same time, one gets `ready` and its key is stored; nothing is changed for the others. */
  openLink(opening: LinkOpening): Promise<LinkOutcome>;
  /** Stores when keys were last used; never moves a time back, never changes the counter. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}
