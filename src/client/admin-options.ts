// The options of PetstockAdmin's methods.

import type { Labels } from "./admin-types.ts";
import type { CallOptions } from "./call.ts";
import type { RequestError } from "./errors.ts";
import type { LedgerOptions, PetId } from "./options.ts";

export interface ChangesOptions extends CallOptions {
  /** Ask who made the changes, such as to leave out one's own: they have `actors` then. */
  readonly actors?: boolean | undefined;
}

export interface WatchChangesOptions extends ChangesOptions {
  /** The position to start from, such as a snapshot's. Default: the current one. */
  readonly since?: string | undefined;
  /** Attempts in a row to open the stream again after it was lost. 0: its loss ends the watch. Default: without limit. */
  readonly retries?: number | undefined;
  /** Called with each error after which another stream is opened. */
  readonly onTrouble?: ((error: RequestError) => void) | undefined;
}

export interface ApplyOptions extends CallOptions {
  /** Report only; change nothing. */
  readonly dryRun?: boolean | undefined;
  /** With `dryRun`: how many changes of each kind the result's `preview` has, 0 to 1,000; the result then has a `plan`, too. */
  readonly preview?: number | undefined;
  /** The `plan` of a dry run: only if the same changes have the effects that it showed; `plan_changed` otherwise. */
  readonly ifMatch?: string | undefined;
  /** For this change set alone; generated if absent. Store it to repeat the change set after a restart of your process. */
  readonly idempotencyKey?: string | undefined;
}

export interface ApplyRowsOptions extends ApplyOptions, LedgerOptions {
  /** Format of rows that are given as text. Default `csv`. */
  readonly format?: "csv" | "ndjson" | undefined;
  /** Remove the pets that are not in the rows. */
  readonly replace?: boolean | undefined;
  /** Only if nothing has changed since this position; `changed_since` otherwise. */
  readonly ifUnchangedSince?: string | undefined;
}

export interface UndoOptions extends CallOptions {
  /** Report only; change nothing. */
  readonly dryRun?: boolean | undefined;
  /** Leave out the pets that have changed since; the result lists them. */
  readonly skipChanged?: boolean | undefined;
  /** For this undo alone; generated if absent. Store it to repeat the undo after a restart of your process. */
  readonly idempotencyKey?: string | undefined;
}

export interface PageOptions extends CallOptions {
  /** Entries of each request, 1 to 1,000. Default 100. */
  readonly pageSize?: number | undefined;
}

export interface CursorOptions {
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
}

/** A time: a `Date`, or RFC 3339. */
export type Time = Date | string;

/** The movements that have all given properties. */
export interface MovementFilter extends CallOptions {
  readonly petId?: PetId | undefined;
  readonly revision?: number | undefined;
  /** An API key's id, or its name. */
  readonly key?: string | undefined;
  readonly reason?: string | undefined;
  readonly since?: Time | undefined;
  /** Exclusive. */
  readonly until?: Time | undefined;
  /** Of the request with this id: `requestId` of its result. */
  readonly requestId?: string | undefined;
  /** Default `desc`, newest first. */
  readonly order?: "desc" | "asc" | undefined;
  /** With `asc`: only later revisions, such as `through` of the page that was the last one. */
  readonly afterRevision?: number | undefined;
}

export interface MovementOptions extends MovementFilter, PageOptions {}

export interface TotalsOptions extends CallOptions {
  readonly since?: Time | undefined;
  readonly until?: Time | undefined;
  /** Default `day`. */
  readonly step?: "hour" | "day" | "week" | undefined;
}

export interface ReadLabelsOptions extends CallOptions {
  /** Labels that were read before: the result if they are unchanged, which is not transferred again. */
  readonly known?: Labels | undefined;
}

export interface LabelOptions extends CallOptions, LedgerOptions {
  /** Report only; change nothing. */
  readonly dryRun?: boolean | undefined;
  /** Format of labels that are given as text. Default `csv`. */
  readonly format?: "csv" | "ndjson" | undefined;
  /** Remove the labels that are not given. */
  readonly replace?: boolean | undefined;
  /** Only if the labels are unchanged: the `etag` of `labels()`, or the `tag` of a result. */
  readonly ifMatch?: string | undefined;
}

export interface MakeKeyOptions extends CallOptions {
  /** A random one unless given. Sent again with it, the request gets `key_made`. */
  readonly idempotencyKey?: string | undefined;
}

export interface OverlapOptions extends CallOptions {
  /** How long the old key or secret stays valid, such as `24h`, the default; `0s` ends it at once. */
  readonly overlap?: string | undefined;
}

export interface RotateOptions extends OverlapOptions, MakeKeyOptions {}

export interface LinkOptions {
  /** Makes a link instead of a key: how long it can be opened, such as `15m`, at most `7d`. */
  readonly linkValidFor: string;
}

export interface RenewLinkOptions extends CallOptions {
  /** How long the new link can be opened; `15m` unless given, at most `7d`. */
  readonly validFor?: string | undefined;
}

export interface RevokeOptions extends CallOptions {
  /** Also the last key with the role `admin`. */
  readonly force?: boolean | undefined;
}
