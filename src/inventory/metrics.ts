// The metrics that the parts of the service count and report. Tests pass their own.

import type { HookCondition } from "./hook.ts";
import type { StorageUse } from "./maintenance.ts";
import { STORE_PROBLEMS } from "./store-error.ts";

export const KEY_REFUSALS = ["malformed", "unknown", "revoked", "expired"] as const;
/** Why an API key is refused. */
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

export const LINK_OUTCOMES = ["signed_in", "unknown", "opened", "expired", "withdrawn"] as const;
/** What the code of a link was good for. */
export type LinkResult = (typeof LINK_OUTCOMES)[number];

export const STREAM_ENDS = ["client", "shutdown", "gone", "key", "slow"] as const;
/**
 * Why a stream of changes has ended: its client has left; the service stops; its position is no longer in the history; its key was
 * revoked or has expired; its reader was too slow, and the memory for such readers was used up.
 */
export type StreamEnd = (typeof STREAM_ENDS)[number];

export const HOOK_RESULTS = ["delivered", "failed"] as const;
/** What came of posting a message to a hook. */
export type HookResult = (typeof HOOK_RESULTS)[number];

export const FAILURE_REASONS = [...STORE_PROBLEMS, "other"] as const;
/** Why a request failed, where an operator can mend it. */
export type FailureReason = (typeof FAILURE_REASONS)[number];

const OPERATION_IDS = ["listInventory", "updateInventory"] as const;
const ADMIN_OPERATION_IDS = [
  "getMe",
  "listEntries",
  "getEntry",
  "listChanges",
  "listRevisions",
  "applyChangeSet",
  "undoRevision",
  "listMovements",
  "getTotals",
  "listLabels",
  "putLabels",
  "listKeys",
  "createKey",
  "rotateKey",
  "renewLink",
  "revokeKey",
  "listHooks",
  "createHook",
  "updateHook",
  "deleteHook",
  "testHook",
  "rotateHook",
  "signIn",
] as const;
export type AdminOperationId = (typeof ADMIN_OPERATION_IDS)[number];

/**
 * Label of request metrics. `mcp`: of assistants, whatever their tools do; `other`: health checks, pages, unknown methods and addresses.
 */
export const MEASURED_OPERATIONS = [...OPERATION_IDS, ...ADMIN_OPERATION_IDS, "mcp", "other"] as const;
export type MeasuredOperation = (typeof MEASURED_OPERATIONS)[number];

/**
 * Counts events. Called for every request, so it must only add up. String arguments come from closed sets, because each value is
 * kept for the life of the process.
 */
export interface Metrics {
  /** Start time for the calls below. Without metrics it reads no clock. */
  now(): number;
  /** Status and headers of a response are ready. */
  answered(operation: MeasuredOperation, status: number, startedAt: number): void;
  /** A request failed because of the service or its database. */
  requestFailed(reason: FailureReason): void;
  /** A group of changes is on disk. */
  committed(changes: number, startedAt: number): void;
  commitFailed(code: string): void;
  /** The queue was full. */
  changeRefused(): void;
  /** The list has caught up with changes of the store. */
  caughtUp(startedAt: number): void;
  /** It was too slow. */
  readerCutOff(): void;
  keyRefused(reason: KeyRefusal): void;
  /** The code of a link was presented, to exchange it. */
  linkPresented(result: LinkResult): void;
  /** An event was sent to one stream of changes. */
  eventSent(): void;
  streamEnded(reason: StreamEnd): void;
  /** A message was posted to a hook. */
  hookAnswered(result: HookResult): void;
}

const nothing = () => {};

export const noMetrics: Metrics = {
  now: () => 0,
  answered: nothing,
  requestFailed: nothing,
  committed: nothing,
  commitFailed: nothing,
  changeRefused: nothing,
  caughtUp: nothing,
  readerCutOff: nothing,
  keyRefused: nothing,
  linkPresented: nothing,
  eventSent: nothing,
  streamEnded: nothing,
  hookAnswered: nothing,
};

/** Values that are read when metrics are requested. */
export interface Gauges {
  /** As `/readyz` says. */
  readonly ready: boolean;
  readonly databaseUp: boolean;
  readonly revision: number;
  readonly pets: number;
  /** Changes that wait for a group. */
  readonly waiting: number;
  readonly listBytes: number;
  /** Superseded pages kept for slow readers. */
  readonly supersededBytes: number;
  /** Lists, of pets, labels or changes, that are being sent in pages. */
  readonly readers: number;
  /** Undefined if the database does not respond. */
  readonly storage: StorageUse | undefined;
  /** Expiry of the certificate, ms since 1970; undefined for http. */
  readonly certificateExpiresAt: number | undefined;
  /** Open streams of changes. */
  readonly streams: number;
  /** Streams that may be open. */
  readonly streamsLimit: number;
  /** Hooks in each condition. */
  readonly hooks: Readonly<Record<HookCondition, number>>;
  /** The earliest expiry of an API key in use, ms since 1970; undefined if none expires. */
  readonly keyExpiresAt: number | undefined;
  /** Log lines dropped since the start because the buffer was full. */
  readonly logLinesDropped: number;
}
