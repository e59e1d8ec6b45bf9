// Hooks: receivers to which the service posts what has changed. Each stands at a position of the inventory, like an open stream, but
// keeps it in the database: what follows the position is still to be delivered, whatever wrote it (docs/decisions/0072).

import type { KeyActor } from "./key-store.ts";
import type { Position } from "./position.ts";

export const HOOKS_MAX = 50;

export const HOOK_URL_LENGTH_MAX = 2_000;

/** What a hook is told: all changes, and the pets that have become low. */
export const HOOK_EVENTS = ["changes", "low"] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/**
 * Why nothing is delivered. `request`: an admin asked for it; `failing`: no delivery has succeeded for days; `receiver`: it answered 410,
 * it wants no more; `restored`: the hook comes from a backup, and the database may be a copy of a live one.
 */
export const HOOK_PAUSE_REASONS = ["request", "failing", "receiver", "restored"] as const;

export type HookPauseReason = (typeof HOOK_PAUSE_REASONS)[number];

/** `failing`: its last delivery failed, and is tried again. `paused`: by an admin; `stopped`: for another reason, until an admin resumes it. */
export const HOOK_CONDITIONS = ["active", "failing", "paused", "stopped"] as const;

export type HookCondition = (typeof HOOK_CONDITIONS)[number];

/** Times in ms since 1970. */
export interface Hook extends HookSettings, HookProgress {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy: KeyActor;
  /** Grows with each edit, so that the progress of a delivery that began before it is not stored. */
  readonly version: number;
}

/** What an admin decides. */
export interface HookSettings {
  readonly name: string;
  readonly url: string;
  /** At least one, each once, in the order of `HOOK_EVENTS`. */
  readonly events: readonly HookEvent[];
  /** `whsec_` and the key's bytes in Base64, as Standard Webhooks write it. */
  readonly secret: string;
  /** Signs, too, until then: a receiver that has not learnt the new secret yet still knows the sender. */
  readonly previous: { readonly secret: string; readonly until: number } | null;
}

/** What deliveries have come to. */
export interface HookProgress {
  /** All before it was delivered. */
  readonly position: Position;
  /** Null: the last delivery succeeded, or there was none. */
  readonly failure: HookFailure | null;
  /** Of the last delivery. */
  readonly answer: HookAnswer | null;
  /** When a delivery succeeded last. */
  readonly deliveredAt: number | null;
  readonly pause: { readonly at: number; readonly reason: HookPauseReason } | null;
}

export interface HookFailure {
  /** When the first of the failures in a row was. */
  readonly since: number;
  readonly attempts: number;
  readonly nextAttemptAt: number;
}

export interface HookAnswer {
  readonly at: number;
  /** Null: there was no answer. */
  readonly status: number | null;
  /** In words; null: the delivery was accepted. */
  readonly problem: string | null;
}

/** An absent member is not changed. */
export interface HookEdit extends Partial<Pick<HookSettings, "name" | "url" | "events">> {
  /** False also ends a pause that a failure caused, and tries again at once. */
  readonly isPaused?: boolean;
  /** A new secret; the former one signs, too, for `overlapMs`. */
  readonly rotation?: { readonly secret: string; readonly overlapMs: number };
}

export function conditionOf({ pause, failure }: Pick<HookProgress, "pause" | "failure">): HookCondition {
  if (pause !== null) return pause.reason === "request" ? "paused" : "stopped";
  return failure === null ? "active" : "failing";
}

/** A new address or the end of a pause begins without the failures before it. */
export function editedHook(hook: Hook, { isPaused, rotation, ...edit }: HookEdit, at: number): Hook {
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  const isResumed = isPaused === false && hook.pause !== null;
  const isMoved = edit.url !== undefined && edit.url !== hook.url;
  return {
    ...hook,
    ...given,
    ...(rotation && {
      secret: rotation.secret,
      previous: rotation.overlapMs === 0 ? null : { secret: hook.secret, until: at + rotation.overlapMs },
    }),
    ...(isPaused === true && { pause: hook.pause ?? { at, reason: "request" } }),
    ...(isPaused === false && { pause: null }),
    ...((isResumed || isMoved) && { failure: null }),
    version: hook.version + 1,
  };
}
