// The typed client of the Admin API, beside PetstockClient: the same connection, errors and retries. Each method states what it
// promises; the files admin-*.ts do the work.

import { applyChanges, applyRows, undo } from "./admin-change-sets.ts";
import { entriesOf, openMovements, readMovementPage, readRevisionPage, readTotals } from "./admin-history.ts";
import type { Page, PetId, PetstockClientOptions, SearchedPage } from "./options.ts";
import {
  readChanges,
  readEntriesByCode,
  readEntry,
  readMe,
  readSnapshot,
  watchChanges,
} from "./admin-inventory.ts";
import { createHook, deleteHook, readHooks, rotateHook, testHook, updateHook } from "./admin-hooks.ts";
import { createKey, type NewSecret, readKeys, renewLink, revokeKey, rotateKey } from "./admin-keys.ts";
import { putLabels, readLabels } from "./admin-labels.ts";
import type * as Options from "./admin-options.ts";
import type { Rows } from "./admin-requests.ts";
import type * as Api from "./admin-types.ts";
import { elementsOf } from "./batches.ts";
import { type Call, type CallContext, type CallOptions, startCall } from "./call.ts";
import { Connection } from "./connection.ts";

/**
 * A client of the Admin API of one service, with one API key. Each method throws `insufficient_role` if the key's role is too low,
 * and the errors of PetstockClient's methods.
 */
export class PetstockAdmin {
  readonly #connection: Connection;

  /** Sends nothing. Throws a TypeError if an option is invalid, such as `apiKey: undefined`. */
  constructor(options: PetstockClientOptions) {
    this.#connection = new Connection(options);
  }

  /** The API key of this client, and the current position. */
  me(options: CallOptions = {}): Call<Api.Me> {
    return this.#call(readMe, options);
  }

  /** One entry, with its revision and its label. Throws `pet_not_found`. */
  entry(petId: PetId, options: CallOptions = {}): Call<Api.Entry> {
    return this.#call(readEntry, options, petId);
  }

  /** The entries of all pets whose label has this code, by ascending `petId`; usually one, maybe none. */
  entriesByCode(code: string, options: Options.PageOptions = {}): AsyncGenerator<Api.Entry, void, undefined> {
    const read = (cursor: string | undefined) =>
      this.#call(readEntriesByCode, options, { ...options, code, cursor });
    return entriesOf(read, options.signal);
  }

  /** The whole inventory, item by item as it arrives, and its position. */
  snapshot(options: CallOptions = {}): Call<Api.Snapshot> {
    return this.#call(readSnapshot, options);
  }

  /** The changes of stock and labels since a position. Without one: the current position. Throws `position_gone`. */
  changes(
    since: string | undefined,
    options: Options.ChangesOptions & { readonly actors: true },
  ): Call<Api.NamedChanges>;
  changes(since?: string, options?: Options.ChangesOptions): Call<Api.ChangesSince>;
  changes(since?: string, options: Options.ChangesOptions = {}): Call<Api.ChangesSince> {
    return this.#call(readChanges, options, since, options.actors);
  }

  /**
   * Each change as it happens, over a stream that is opened again after it was lost, without end until the signal is aborted.
   * Throws `position_gone` if the position is no longer in the history: take a snapshot, and continue from its position.
   */
  watchChanges(
    options: Options.WatchChangesOptions & { readonly actors: true },
  ): AsyncGenerator<Api.NamedChanges, void, undefined>;
  watchChanges(options?: Options.WatchChangesOptions): AsyncGenerator<Api.ChangesSince, void, undefined>;
  watchChanges(options: Options.WatchChangesOptions = {}): AsyncGenerator<Api.ChangesSince, void, undefined> {
    return watchChanges(this.#connection, options);
  }

  /**
   * Applies 1 to 10,000 changes of stock and labels as one revision, or none. Sent again after a lost answer, and applied once.
   * Throws `invalid_changes` with `problems`, an `InsufficientStockError` with `shortages`, or `precondition_failed` or `plan_changed` with
   * `conflicts`.
   */
  applyChanges(changeSet: Api.ChangeSet, options: Options.ApplyOptions = {}): Call<Api.ChangeSetResult> {
    return this.#call(applyChanges, options, { changeSet, options });
  }

  /**
   * Imports rows, with stock, labels or both, as one revision, or none: objects, or the text of a CSV or NDJSON file, at most
   * 64 MiB. Sent again after a lost answer, and applied once. Throws `invalid_changes` with `problems`, `changed_since`, or
   * `plan_changed`; a `RangeError` if objects take more.
   */
  applyRows(rows: Rows, options: Options.ApplyRowsOptions = {}): Call<Api.ChangeSetResult> {
    return this.#call(applyRows, options, { rows, options });
  }

  /** The activity, newest first. Reads further pages as they are needed. */
  revisions(options: Options.PageOptions = {}): AsyncGenerator<Api.Revision, void, undefined> {
    return entriesOf((cursor) => this.revisionPage({ ...options, cursor }), options.signal);
  }

  /** One page of the activity. */
  revisionPage(options: Options.CursorOptions & Options.PageOptions = {}): Call<Page<Api.Revision>> {
    return this.#call(readRevisionPage, options, options);
  }

  /** The ledger, newest first. Reads further pages as they are needed. */
  movements(options: Options.MovementOptions = {}): AsyncGenerator<Api.Movement, void, undefined> {
    return entriesOf((cursor) => this.movementPage({ ...options, cursor }), options.signal);
  }

  /** One page of the ledger; may have fewer entries than `pageSize`, or, after a search of two seconds, none, and still a `next`. */
  movementPage(
    options: Options.CursorOptions & Options.MovementOptions = {},
  ): Call<SearchedPage<Api.Movement>> {
    return this.#call(readMovementPage, options, options);
  }

  /**
   * All movements of the filter as of now, in one response, one by one as they arrive: the quickest way to read a long ledger. Counts as a
   * download. Throws `broken_body` if it breaks off after its first movement.
   */
  async *streamMovements(
    options: Options.MovementFilter = {},
  ): AsyncGenerator<Api.Movement, void, undefined> {
    yield* elementsOf(await this.#call(openMovements, options, options), options.signal);
  }

  /**
   * Takes one revision back, as a new revision. Throws `revision_not_found`, or `changed_since` with `conflicts`. Not sent again
   * after a lost answer (`mayBeApplied`).
   */
  undo(revision: number, options: Options.UndoOptions = {}): Call<Api.UndoResult> {
    return this.#call(undo, options, { revision, options });
  }

  /** The stock over time, ascending; the last 30 days by the day unless the options say otherwise. */
  totals(options: Options.TotalsOptions = {}): Call<readonly Api.Totals[]> {
    return this.#call(readTotals, options, options);
  }

  /** All labels, and their tag. */
  labels({ known, ...options }: Options.ReadLabelsOptions = {}): Call<Api.Labels> {
    return this.#call(readLabels, options, known);
  }

  /**
   * Merges labels into the current ones, as one revision, or none: objects, or the text of a CSV or NDJSON file, at most 64 MiB.
   * Throws `invalid_changes` with `problems`, or `precondition_failed`. With `ifMatch` not sent again after a lost answer
   * (`mayBeApplied`).
   */
  putLabels(rows: Rows<Api.LabelChange>, options: Options.LabelOptions = {}): Call<Api.LabelResult> {
    return this.#call(putLabels, options, { rows, options });
  }

  /** All API keys, revoked and expired ones too. */
  keys(options: CallOptions = {}): Call<readonly Api.Key[]> {
    return this.#call(readKeys, options);
  }

  /**
   * Creates an API key. The result holds the key, which is shown only here: sent again after a lost answer, the request throws `key_made`,
   * whose `keyId` can be rotated for a new one. With `linkValidFor` it holds the code of a link, whose key does not exist until `signIn` exchanges the code.
   */
  createKey(
    newKey: Api.NewKey & Options.LinkOptions,
    options?: Options.MakeKeyOptions,
  ): Call<Api.CreatedLink>;
  createKey(newKey: Api.NewKey, options?: Options.MakeKeyOptions): Call<Api.CreatedKey>;
  createKey(newKey: Api.NewKey, options: Options.MakeKeyOptions = {}): Call<NewSecret> {
    return this.#call(createKey, options, { newKey, options });
  }

  /** Replaces an API key by a new one, as `createKey`. Throws `key_not_found`, `key_inactive`, or with a link `last_admin_key`. */
  rotateKey(id: string, options: Options.RotateOptions & Options.LinkOptions): Call<Api.CreatedLink>;
  rotateKey(id: string, options?: Options.RotateOptions): Call<Api.CreatedKey>;
  rotateKey(id: string, options: Options.RotateOptions = {}): Call<NewSecret> {
    return this.#call(rotateKey, options, { id, options });
  }

  /** A new link for a key that was never opened; the former link stops at once. Throws `key_in_use`, and as `rotateKey`. */
  renewLink(id: string, options: Options.RenewLinkOptions = {}): Call<Api.CreatedLink> {
    return this.#call(renewLink, options, { id, options });
  }

  /** Revokes an API key, on every server within one second. Throws `key_not_found` or `last_admin_key`. */
  revokeKey(id: string, options: Options.RevokeOptions = {}): Call<Api.Key> {
    return this.#call(revokeKey, options, { id, options });
  }

  /** All hooks, with what their deliveries have come to; never their secrets. */
  hooks(options: CallOptions = {}): Call<readonly Api.Hook[]> {
    return this.#call(readHooks, options);
  }

  /**
   * Creates a hook, which is told of what changes from now on. The result holds its secret, which is shown only here, so the request is not
   * sent again after a lost answer (`mayBeApplied`). Throws `invalid_field` for an address to which the service does not post, and `hook_limit`.
   */
  createHook(newHook: Api.NewHook, options: CallOptions = {}): Call<Api.CreatedHook> {
    return this.#call(createHook, options, newHook);
  }

  /** Changes, pauses (`paused: true`) or resumes a hook. Throws `hook_not_found`. */
  updateHook(id: string, update: Api.HookUpdate, options: CallOptions = {}): Call<Api.Hook> {
    return this.#call(updateHook, options, { id, update });
  }

  /** Gives a hook a new secret; for `overlap` the former one signs, too. Throws `hook_not_found`. Sent once, as `createHook`. */
  rotateHook(id: string, options: Options.OverlapOptions = {}): Call<Api.CreatedHook> {
    return this.#call(rotateHook, options, { id, options });
  }

  /** Posts a test message now. The result says what the receiver answered. Throws `hook_not_found`. */
  testHook(id: string, options: CallOptions = {}): Call<Api.HookAnswer> {
    return this.#call(testHook, options, id);
  }

  /** Deletes a hook. Throws `hook_not_found`. Not sent again after a lost answer (`mayBeApplied`). */
  deleteHook(id: string, options: CallOptions = {}): Call<Api.Hook> {
    return this.#call(deleteHook, options, id);
  }

  #call<T, Args extends readonly unknown[]>(
    operation: (connection: Connection, context: CallContext, ...args: Args) => Promise<T>,
    options: CallOptions,
    ...args: Args
  ): Call<T> {
    return startCall(options, (context) => operation(this.#connection, context, ...args));
  }
}
