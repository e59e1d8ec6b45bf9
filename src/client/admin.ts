// The typed client of the Admin API, beside PetstockClient: the same connection, errors and retries.

import { objectFrom } from "./admin-answers.ts";
import type {
  ApplyOptions,
  ApplyRowsOptions,
  CursorOptions,
  LabelOptions,
  MovementOptions,
  PageOptions,
  ReadLabelsOptions,
  RevokeOptions,
  RotateOptions,
  TotalsOptions,
  UndoOptions,
  WatchChangesOptions,
} from "./admin-options.ts";
import { changeSetJson, queryOf, type Rows, rowsBlob, rowsType, timeText } from "./admin-requests.ts";
import type * as Api from "./admin-types.ts";
import { Connection, type Effect } from "./connection.ts";
import type { Answer, ApiRequest } from "./exchange.ts";
import { followChanges } from "./follow-changes.ts";
import { idempotencyKeyOrThrow } from "./idempotency-key.ts";
import { ledgerHeaders } from "./ledger-headers.ts";
import { itemsOf, openList } from "./list.ts";
import type { PetId, PetstockClientOptions, ReadOptions } from "./options.ts";
import { entriesOf, type Page } from "./pages.ts";
import { petIdOrThrow } from "./pet-id.ts";
import { randomKey } from "./random-key.ts";
import { isRetryable } from "./retry.ts";

/** An undo, or an import that replaces everything, takes the service long: a million rows about half a minute. */
const WORK_MS = 300_000;
/** The slowest connection over which rows are sent in time; it also leaves the service time to apply them. */
const UPLOAD_BYTES_PER_MS = 64;

const JSON_TYPE = { "Content-Type": "application/json" };

const NOT_MODIFIED = 304;

const RESULT = ["revision", "position", "created", "updated", "removed", "unchanged", "dryRun"] as const;
const KEY = ["id", "name", "account", "role", "createdAt", "expiresAt", "revokedAt", "lastUsedAt"] as const;

export class PetstockAdmin {
  readonly #connection: Connection;

  constructor(options: PetstockClientOptions) {
    this.#connection = new Connection(options);
  }

  /** The API key of this client, and the current position. */
  me({ signal }: ReadOptions = {}): Promise<Api.Me> {
    return this.#read("/me", signal, (answer) =>
      objectFrom<Api.Me>(answer, "name", "account", "role", "expiresAt", "position"),
    );
  }

  /** One entry, with its revision and its label. Throws `pet_not_found`. */
  async entry(petId: PetId, { signal }: ReadOptions = {}): Promise<Api.Entry> {
    return this.#read(`/inventory/${petIdOrThrow(petId)}`, signal, (answer) =>
      objectFrom<Api.Entry>(answer, "petId", "quantity", "status", "tag", "revision", "label"),
    );
  }

  /** The whole inventory, item by item as it arrives, and its position. */
  async snapshot({ signal }: ReadOptions = {}): Promise<Api.Snapshot> {
    const { etag, batches } = await openList(this.#connection, signal);
    if (etag !== undefined) return { position: etag, items: itemsOf(batches, signal) };
    // A proxy removed the tag. A position from before the list skips no change; one from after it might.
    await batches.return();
    const { position } = await this.me({ signal });
    const list = await openList(this.#connection, signal);
    return { position, items: itemsOf(list.batches, signal) };
  }

  /** What differs from a position now. Without one: the current position. Throws `position_gone`. */
  changes(since?: string, { signal }: ReadOptions = {}): Promise<Api.ChangesSince> {
    return this.#read(`/changes${queryOf({ since })}`, signal, (answer) =>
      objectFrom<Api.ChangesSince>(answer, "position", "items", "removed"),
    );
  }

  /**
   * Each change as it happens, over a stream that is opened again after it was lost, without end until the signal is aborted.
   * Throws `position_gone` if the position is no longer in the history: take a snapshot, and continue from its position.
   */
  watchChanges({ since, onTrouble, signal }: WatchChangesOptions = {}): AsyncGenerator<
    Api.ChangesSince,
    void
  > {
    return followChanges(this.#connection, {
      since,
      signal,
      onTrouble,
      reopensAfter: (error) => isRetryable(error, true),
    });
  }

  /** Applies all changes as one revision, or none. Throws `invalid_changes` with `problems`, or `precondition_failed` with `conflicts`. */
  async applyChanges(changeSet: Api.ChangeSet, options: ApplyOptions = {}): Promise<Api.ChangeSetResult> {
    const body = changeSetJson(changeSet);
    return this.#apply({ query: {}, headers: JSON_TYPE, body }, options);
  }

  /** Imports rows as one revision, or none: objects, or the text of a CSV or NDJSON file, at most 64 MiB. */
  async applyRows(rows: Rows, options: ApplyRowsOptions = {}): Promise<Api.ChangeSetResult> {
    const { replace, ifUnchangedSince } = options;
    const body = await rowsBlob(rows);
    const headers = {
      "Content-Type": rowsType(rows, options.format),
      ...ledgerHeaders(options),
    };
    return this.#apply({ query: { replace, ifUnchangedSince }, headers, body }, options);
  }

  /** The activity, newest first. Reads further pages as they are needed. */
  revisions(options: PageOptions = {}): AsyncGenerator<Api.Revision, void, undefined> {
    return entriesOf((cursor) => this.revisionPage({ ...options, cursor }), options.signal);
  }

  /** One page of the activity. */
  async revisionPage({ cursor, pageSize, signal }: CursorOptions & PageOptions = {}): Promise<
    Page<Api.Revision>
  > {
    const path = `/revisions${queryOf({ before: cursor, limit: pageSize })}`;
    type Body = { revisions: readonly Api.Revision[]; next: string | null };
    const page = await this.#read(path, signal, (answer) => objectFrom<Body>(answer, "revisions", "next"));
    return { entries: page.revisions, next: page.next };
  }

  /** The ledger, newest first. Reads further pages as they are needed. */
  movements(options: MovementOptions = {}): AsyncGenerator<Api.Movement, void, undefined> {
    return entriesOf((cursor) => this.movementPage({ ...options, cursor }), options.signal);
  }

  /** One page of the ledger; may have fewer entries than `pageSize`, or none, and still a `next`. */
  async movementPage(options: CursorOptions & MovementOptions = {}): Promise<Page<Api.Movement>> {
    const { petId, revision, key, reason, cursor, pageSize, signal } = options;
    const query = queryOf({
      petId: petId === undefined ? undefined : petIdOrThrow(petId),
      revision,
      key,
      reason,
      since: timeText("since", options.since),
      until: timeText("until", options.until),
      limit: pageSize,
      after: cursor,
    });
    type Body = { movements: readonly Api.Movement[]; next: string | null };
    const page = await this.#read(`/movements${query}`, signal, (answer) =>
      objectFrom<Body>(answer, "movements", "next"),
    );
    return { entries: page.movements, next: page.next };
  }

  /** Takes one revision back, as a new revision. Throws `changed_since` with `conflicts`. */
  undo(revision: number, { dryRun, skipChanged, signal }: UndoOptions = {}): Promise<Api.UndoResult> {
    const path = `/revisions/${revision}/undo${queryOf({ dryRun, skipChanged })}`;
    const request = {
      method: "POST",
      path,
      timeoutMs: this.#connection.timeoutMs + WORK_MS,
      signal,
    } as const;
    const effect = dryRun ? "none" : "once";
    return this.#send(request, effect, (answer) => objectFrom<Api.UndoResult>(answer, ...RESULT));
  }

  /** The stock over time, ascending; the last 30 days by the day unless the options say otherwise. */
  async totals({ since, until, step, signal }: TotalsOptions = {}): Promise<readonly Api.Totals[]> {
    const query = queryOf({ since: timeText("since", since), until: timeText("until", until), step });
    type Body = { totals: readonly Api.Totals[] };
    const { totals } = await this.#read(`/totals${query}`, signal, (answer) =>
      objectFrom<Body>(answer, "totals"),
    );
    return totals;
  }

  /** All labels, and their tag. */
  labels({ known, signal }: ReadLabelsOptions = {}): Promise<Api.Labels> {
    const headers = known?.etag === undefined ? {} : { "If-None-Match": known.etag };
    return this.#send({ method: "GET", path: "/labels", headers, signal }, "none", async (answer) => {
      if (known !== undefined && answer.status === NOT_MODIFIED) {
        answer.discard();
        return known;
      }
      const { labels } = await objectFrom<Pick<Api.Labels, "labels">>(answer, "labels");
      return { labels, etag: answer.headers.get("ETag") ?? undefined };
    });
  }

  /**
   * Merges labels into the present ones, all or none: objects, or the text of a CSV or NDJSON file, at most 64 MiB. Throws
   * `invalid_changes` with `problems`, or `precondition_failed`.
   */
  async putLabels(rows: Rows<Api.LabelChange>, options: LabelOptions = {}): Promise<Api.LabelResult> {
    const { replace, dryRun, ifMatch, format, signal } = options;
    const body = await rowsBlob(rows);
    const headers = {
      "Content-Type": rowsType(rows, format),
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
    };
    const path = `/labels${queryOf({ replace, dryRun })}`;
    const request = {
      method: "PUT",
      path,
      headers,
      body,
      timeoutMs: this.#uploadMs(body.size),
      signal,
    } as const;
    // Sent again, a guarded change would be refused because of itself.
    const effect = ifMatch === undefined ? "repeatable" : "once";
    return this.#send(request, dryRun ? "none" : effect, (answer) =>
      objectFrom<Api.LabelResult>(answer, "created", "updated", "removed", "unchanged", "dryRun", "tag"),
    );
  }

  /** All API keys, revoked and expired ones too. */
  async keys({ signal }: ReadOptions = {}): Promise<readonly Api.Key[]> {
    const { keys } = await this.#read("/keys", signal, (answer) =>
      objectFrom<{ keys: readonly Api.Key[] }>(answer, "keys"),
    );
    return keys;
  }

  /** Creates an API key. The result holds the key, which is shown only here. */
  createKey(newKey: Api.NewKey, { signal }: ReadOptions = {}): Promise<Api.CreatedKey> {
    const body = JSON.stringify(newKey);
    return this.#newKey({ method: "POST", path: "/keys", headers: JSON_TYPE, body, signal });
  }

  /** Replaces an API key by a new one. Throws `key_not_found` or `key_inactive`. */
  rotateKey(id: string, { overlap, signal }: RotateOptions = {}): Promise<Api.CreatedKey> {
    const path = `/keys/${encodeURIComponent(id)}/rotate${queryOf({ overlap })}`;
    return this.#newKey({ method: "POST", path, signal });
  }

  /** Revokes an API key, on every server within one second. Throws `key_not_found` or `last_admin_key`. */
  revokeKey(id: string, { force, signal }: RevokeOptions = {}): Promise<Api.Key> {
    const path = `/keys/${encodeURIComponent(id)}${queryOf({ force })}`;
    return this.#send({ method: "DELETE", path, signal }, "repeatable", (answer) =>
      objectFrom<Api.Key>(answer, ...KEY),
    );
  }

  #read<T>(path: string, signal: AbortSignal | undefined, read: (answer: Answer) => Promise<T>): Promise<T> {
    return this.#send({ method: "GET", path, signal }, "none", read);
  }

  #newKey(request: ApiRequest): Promise<Api.CreatedKey> {
    return this.#send(request, "once", (answer) => objectFrom<Api.CreatedKey>(answer, ...KEY, "key"));
  }

  #apply(
    { query, headers, body }: ChangeSetRequest,
    { dryRun, idempotencyKey = randomKey(), signal }: ApplyOptions,
  ): Promise<Api.ChangeSetResult> {
    const request = {
      method: "POST",
      path: `/revisions${queryOf({ dryRun, ...query })}`,
      headers: dryRun ? headers : { ...headers, "Idempotency-Key": idempotencyKeyOrThrow(idempotencyKey) },
      body,
      timeoutMs:
        this.#uploadMs(typeof body === "string" ? body.length : body.size) + (query.replace ? WORK_MS : 0),
      signal,
    } as const;
    return this.#send(request, dryRun ? "none" : "repeatable", (answer) =>
      objectFrom<Api.ChangeSetResult>(answer, ...RESULT),
    );
  }

  #send<T>(request: ApiRequest, effect: Effect, read: (answer: Answer) => Promise<T>): Promise<T> {
    return this.#connection.send({ ...request, path: `/admin/v1${request.path}` }, { effect }, read);
  }

  #uploadMs(bytes: number): number {
    return this.#connection.timeoutMs + bytes / UPLOAD_BYTES_PER_MS;
  }
}

interface ChangeSetRequest {
  readonly query: { readonly replace?: boolean | undefined; readonly ifUnchangedSince?: string | undefined };
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Blob;
}
