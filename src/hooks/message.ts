// The messages that hooks post: JSON of the form that Standard Webhooks recommend, `{"type", "timestamp", "data"}`.

import { createHash } from "node:crypto";
import { toJson } from "../contract/json.ts";
import { positionTag } from "../contract/position-tag.ts";
import type { LowPet } from "../inventory/became-low.ts";
import type { Position } from "../inventory/position.ts";

/** Receivers commonly take 1 to 10 MB. A larger difference is announced as `inventory.gone`: reading the list is less work. */
export const MESSAGE_BYTES_MAX = 1024 * 1024;

/** `inventory.changed`: what differs; `inventory.low`: the pets that became low alone; `inventory.gone`: read the list again. */
export type MessageType = "inventory.changed" | "inventory.low" | "inventory.gone" | "hook.test";

export interface Message {
  /** The same for the same hook, type and positions, so that a receiver can recognise a message that it has got before. */
  readonly id: string;
  readonly body: Uint8Array;
}

interface Window {
  readonly hookId: string;
  readonly since: Position;
  readonly position: Position;
  /** ms since 1970. */
  readonly at: number;
}

/** `difference`: the JSON that `GET /changes` gives, which has the position. `low` undefined: the hook is not told of it. */
export function changedMessage(
  window: Window,
  difference: Uint8Array,
  low: readonly LowPet[] | undefined,
): Message {
  const members = Buffer.from(difference).toString().slice(1, -1);
  const more = low === undefined ? "" : `,"low":${toJson(low)}`;
  return message("inventory.changed", window, `{"since":${tagJson(window.since)},${members}${more}}`);
}

export function lowMessage(window: Window, low: readonly LowPet[]): Message {
  return message("inventory.low", window, `{${positionsJson(window)},"low":${toJson(low)}}`);
}

/** `history`: the position is not in the history, as after a restore; `size`: too much has changed for one message. */
export function goneMessage(window: Window, reason: "history" | "size"): Message {
  return message("inventory.gone", window, `{${positionsJson(window)},"reason":"${reason}"}`);
}

export function testMessage(window: Window): Message {
  return message("hook.test", window, `{${positionsJson(window)}}`);
}

function message(type: MessageType, { hookId, since, position, at }: Window, data: string): Message {
  const facts = [hookId, type, positionTag(since), positionTag(position)].join(" ");
  const digest = createHash("sha256").update(facts).digest("base64url").slice(0, 27);
  const timestamp = new Date(at).toISOString();
  const body = new TextEncoder().encode(`{"type":"${type}","timestamp":"${timestamp}","data":${data}}`);
  return { id: `msg_${digest}`, body };
}

function positionsJson({ since, position }: Window): string {
  return `"since":${tagJson(since)},"position":${tagJson(position)}`;
}

function tagJson(position: Position): string {
  return JSON.stringify(positionTag(position));
}
