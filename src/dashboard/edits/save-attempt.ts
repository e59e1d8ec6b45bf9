// One save of one edit, and what differs between the kinds of edits: quantities and labels.

import type { Change, SaveOf, State } from "../state/state.ts";
import type { Author } from "./authors.ts";
import type { SessionContext } from "./session-context.ts";

/** The types of one kind of edits. */
export interface EditTypes {
  /** What the user saw: the save is guarded with it. */
  readonly from: { readonly petId: bigint };
  readonly edit: { readonly kind: string };
  /** What the edit sets. */
  readonly wanted: unknown;
  /** What others have set in its place. */
  readonly theirs: unknown;
}

/** As it is kept in the outbox. */
export interface StoredAttempt<T extends EditTypes> {
  readonly from: T["from"];
  readonly edit: T["edit"];
  /** The same for every retry, so that the update is applied once. */
  readonly idempotencyKey: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

export interface SaveAttempt<T extends EditTypes> extends StoredAttempt<T> {
  /** Whose key made the edit. The service knows the idempotency key only for that one. */
  readonly author: Author;
  /** Its entry in the outbox. */
  readonly outboxId: string;
  /** For titles: the pet as people know it. */
  readonly name: string;
}

export type Save<T extends EditTypes> = SaveOf<T["wanted"], T["theirs"]>;

export interface SaveResult<T extends EditTypes> {
  /** The save to show; undefined if none. */
  readonly save: Save<T> | undefined;
  /** The change, for undo; undefined if there is none. */
  readonly change?: Change;
}

export interface SendOptions<T extends EditTypes> {
  readonly context: SessionContext;
  /** The state of a save that was not applied. */
  readonly failed: (message: string) => Save<T>;
}

/** After the answer to an attempt was lost, and the service has answered something else. */
export type NextStep<T extends EditTypes> =
  | { readonly kind: "known"; readonly result: SaveResult<T> }
  | { readonly kind: "retry"; readonly attempt: SaveAttempt<T> };

/** What to save, from what the user saw. */
export type Edited<T extends EditTypes> = Pick<StoredAttempt<T>, "from" | "edit">;

export interface EditKind<T extends EditTypes> {
  readonly savesIn: (state: State) => ReadonlyMap<bigint, Save<T>>;
  readonly withSaves: (saves: ReadonlyMap<bigint, Save<T>>) => Partial<State>;
  readonly wanted: (attempt: SaveAttempt<T>) => T["wanted"];
  readonly title: (attempt: SaveAttempt<T>) => string;
  /** A sentence about the edit, with its author as `{by}`: `{by} set pet 7 to 5, which was not saved.` */
  readonly notSent: (petName: string, wanted: T["wanted"]) => string;
  /** Never rejects. */
  readonly send: (attempt: SaveAttempt<T>, options: SendOptions<T>) => Promise<SaveResult<T>>;
  /** By what the page has now. `canRetry`: the service still knows the idempotency key. */
  readonly next: (
    attempt: SaveAttempt<T>,
    options: SendOptions<T> & { readonly canRetry: boolean },
  ) => NextStep<T>;
  /** Resolves a conflict: the user's edit over what others have set. */
  readonly overTheirs: (attempt: SaveAttempt<T>, theirs: T["theirs"]) => Edited<T>;
  /** The rest of an edit after the user has kept what others have set; undefined if nothing is left. */
  readonly besidesTheirs: (attempt: SaveAttempt<T>, theirs: T["theirs"]) => Edited<T> | undefined;
  /** A failure or a conflict, for a notice; undefined if there is none. */
  readonly problem: (name: string, save: Save<T>) => string | undefined;
}
