// What the operations on hooks share: their answers and errors, and what a request names.

import { hookJson } from "../contract/hook-json.ts";
import { ApiError } from "../http/api-error.ts";
import type { Reply, RouteRequest } from "../http/operation.ts";
import type { Deliveries } from "../hooks/deliveries.ts";
import type { HookAddresses } from "../hooks/addresses.ts";
import type { Hook } from "../inventory/hook.ts";
import type { Position } from "../inventory/position.ts";
import { withoutKeys } from "../inventory/redact.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { IncomingBodies } from "./incoming-bodies.ts";
import { jsonReply } from "./json-body.ts";
import { idOf, type KeyChangePorts } from "./key-replies.ts";

export interface HookPorts extends Pick<KeyChangePorts, "authenticate" | "clock" | "log"> {
  readonly store: Pick<InventoryStore, "hooks">;
  readonly bodies: Pick<IncomingBodies, "withJson">;
  readonly hookAddresses: HookAddresses;
  readonly deliveries: Pick<Deliveries, "look">;
  /** Knows the current position. */
  readonly snapshot: Pick<Snapshot, "current">;
}

/** Throws `hook_not_found`. */
export async function knownHook(store: HookPorts["store"], request: RouteRequest): Promise<Hook> {
  const id = idOf(request, unknownHook);
  const hook = (await store.hooks.list()).find((each) => each.id === id);
  if (hook === undefined) throw unknownHook(id);
  return hook;
}

export function unknownHook(id: string): ApiError {
  const shown = JSON.stringify(withoutKeys(id).slice(0, 40));
  return new ApiError("hook_not_found", `There is no hook ${shown}. GET /admin/v1/hooks shows all ids.`);
}

export function createdHook(hook: Hook, newest: Position): Reply {
  return { ...jsonReply({ ...hookJson(hook, newest), secret: hook.secret }), status: 201 };
}
