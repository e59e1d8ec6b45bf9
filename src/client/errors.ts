// The errors of a request: an error body of the service, or no answer of the service at all.

import type { InventoryItem } from "../contract/item-json.ts";
import type { Conflict, ErrorCode as KnownErrorCode, Problem } from "../contract/errors.ts";

export type { Conflict, Problem } from "../contract/errors.ts";

/**
 * Any code that was added to the contract after this version of the client: a text, to be handled by its status. To compare one:
 * `String(error.code) === "added_code"`.
 */
export type UnknownErrorCode = AddedCode;
/** Only a type. A plain `string` would make TypeScript accept mistyped codes in comparisons. */
declare enum AddedCode {
  any = "",
}

/** A code of either contract. Give a `switch` a default: codes may be added, and each added one means that nothing was changed. */
export type ErrorCode = KnownErrorCode | UnknownErrorCode;

export interface ErrorDetails {
  /** The HTTP status; undefined if there was no answer. */
  readonly status?: number | undefined;
  /** Names the request in the service's log and ledger. */
  readonly requestId?: string | undefined;
  /** How long the answer asked to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export interface TransportErrorDetails extends ErrorDetails {
  readonly systemCode?: string | undefined;
  readonly notSent?: boolean | undefined;
}

/** A request that failed. Always a `PetstockError` or a `TransportError`. */
export abstract class RequestError extends Error {
  abstract readonly code: ErrorCode | TransportCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /**
   * The change may have been applied in spite of the error: read the item before you decide, or repeat the change with the
   * same `idempotencyKey`. False: nothing was changed.
   */
  mayBeApplied = false;

  constructor(message: string, { status, requestId, retryAfterMs, ...rest }: ErrorDetails = {}) {
    super(message, rest);
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** For JSON.stringify, which would throw at the ids of `item` and `conflicts`, and leave out the message. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, code, message, status, requestId, mayBeApplied } = this;
    return { name, code, message, status, requestId, mayBeApplied };
  }
}

export interface PetstockErrorDetails extends ErrorDetails {
  readonly item?: InventoryItem | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly problemsTotal?: number | undefined;
  readonly conflicts?: readonly Conflict[] | undefined;
  readonly conflictsTotal?: number | undefined;
  readonly historyStart?: number | undefined;
  readonly keyId?: string | undefined;
}

/** The service answered with an Error body. Switch on `code`. */
export class PetstockError extends RequestError {
  override readonly name: string = "PetstockError";
  readonly code: ErrorCode;
  declare readonly status: number;
  /** With `precondition_failed` of an update: the item as it is now. */
  readonly item: InventoryItem | undefined;
  /**
   * With `invalid_changes` or `insufficient_stock`: the first problems of a change set, of rows or of labels. Empty otherwise.
   */
  readonly problems: readonly Problem[];
  /** How many problems there are. */
  readonly problemsTotal: number;
  /** With `precondition_failed`, `changed_since` or `plan_changed` of `PetstockAdmin`: the first pets that have changed. Empty otherwise. */
  readonly conflicts: readonly Conflict[];
  /** How many pets have changed. */
  readonly conflictsTotal: number;
  /** With `revision_not_found` of a revision that was pruned: the history begins after this one. */
  readonly historyStart: number | undefined;
  /** With `key_made`: the id of the key that the request has made, and whose answer was lost. */
  readonly keyId: string | undefined;

  constructor(code: ErrorCode, message: string, facts: PetstockErrorDetails) {
    const {
      item,
      problems = [],
      problemsTotal,
      conflicts = [],
      conflictsTotal,
      historyStart,
      keyId,
      ...rest
    } = facts;
    super(message, rest);
    this.code = code;
    this.item = item;
    this.problems = problems;
    this.problemsTotal = problemsTotal ?? problems.length;
    this.conflicts = conflicts;
    this.conflictsTotal = conflictsTotal ?? conflicts.length;
    this.historyStart = historyStart;
    this.keyId = keyId;
  }
}

/** One pet of which a change set asks for more than is there. */
export interface Shortage {
  readonly petId: bigint;
  /** What is there. */
  readonly quantity: number;
  /** What was asked for, below 0: the `by` of the change. */
  readonly by: number;
  /** Of the change in the change set, from 0. */
  readonly index?: number | undefined;
}

/** A change set asks with `by` for more than is there (`insufficient_stock`). Nothing was changed. */
export class InsufficientStockError extends PetstockError {
  override readonly name = "InsufficientStockError";
  declare readonly code: "insufficient_stock";
  /** The first of them; `problemsTotal` says how many there are. */
  readonly shortages: readonly Shortage[];

  constructor(message: string, facts: PetstockErrorDetails) {
    super("insufficient_stock", message, facts);
    this.shortages = this.problems.flatMap(({ petId, quantity, by, index }) =>
      petId === undefined || quantity === undefined || by === undefined
        ? []
        : [{ petId, quantity, by, index }],
    );
  }
}

/**
 * - `network_error`: no connection (then `systemCode` says why, where the runtime tells it), or it broke before the answer
 * - `timeout`: nothing arrived for `timeoutMs`
 * - `broken_body`: the answer broke off before its end
 * - `unexpected_answer`: not an answer of the service, such as a proxy's error page
 */
export type TransportCode = "network_error" | "timeout" | "broken_body" | "unexpected_answer";

/** The service's answer did not arrive. */
export class TransportError extends RequestError {
  override readonly name = "TransportError";
  readonly code: TransportCode;
  /** The system's or runtime's code, such as `ECONNREFUSED`; undefined in browsers, which do not tell it. */
  readonly systemCode: string | undefined;
  /** It is certain that no byte of the last attempt was sent. False: unknown. */
  readonly notSent: boolean;

  constructor(code: TransportCode, message: string, facts: TransportErrorDetails = {}) {
    const { systemCode, notSent = false, ...rest } = facts;
    super(message, rest);
    this.code = code;
    this.systemCode = systemCode;
    this.notSent = notSent;
  }
}

/** An adjustment would make the stock negative, or larger than the contract allows. Nothing was changed. Of `adjust`, not of a change set. */
export class StockRangeError extends RangeError {
  override readonly name = "StockRangeError";
  /** The item as it is now. */
  readonly item: InventoryItem;
  readonly by: number;

  constructor(item: InventoryItem, by: number) {
    super(`pet ${item.petId} has ${item.quantity}: it cannot be adjusted by ${by}`);
    this.item = item;
    this.by = by;
  }

  /** As that of RequestError. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, message, by } = this;
    return { name, message, by };
  }
}
