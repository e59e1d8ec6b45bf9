// Hooks over the Admin API. A new secret is in the answer alone, so that a request for one is never sent again.

import { objectFrom } from "./admin-answers.ts";
import type { OverlapOptions } from "./admin-options.ts";
import { queryOf } from "./admin-requests.ts";
import { JSON_TYPE, readObject, sendAdmin } from "./admin-send.ts";
import type { CreatedHook, Hook, HookAnswer, HookUpdate, NewHook } from "./admin-types.ts";
import type { CallContext } from "./call.ts";
import type { Connection, SendOptions } from "./connection.ts";
import type { ApiRequest } from "./exchange.ts";

const HOOK = [
  ...(["id", "name", "url", "events", "state", "position", "lag", "deliveredAt"] as const),
  ...(["answer", "failure", "pause", "previousSecretUntil", "createdAt", "createdBy"] as const),
] as const;

export async function readHooks(connection: Connection, context: CallContext): Promise<readonly Hook[]> {
  return (await readObject<{ hooks: readonly Hook[] }>(connection, "/hooks", context, "hooks")).hooks;
}

export function createHook(
  connection: Connection,
  context: CallContext,
  newHook: NewHook,
): Promise<CreatedHook> {
  const request = {
    method: "POST",
    path: "/hooks",
    headers: JSON_TYPE,
    body: JSON.stringify(newHook),
  } as const;
  return askForHook(connection, request, { ...context, effect: "once" }, "secret");
}

export function updateHook(
  connection: Connection,
  context: CallContext,
  { id, update }: { readonly id: string; readonly update: HookUpdate },
): Promise<Hook> {
  const body = JSON.stringify(update);
  const request = { method: "PATCH", path: pathOf(id), headers: JSON_TYPE, body } as const;
  return askForHook(connection, request, { ...context, effect: "repeatable" });
}

export function rotateHook(
  connection: Connection,
  context: CallContext,
  { id, options: { overlap } }: { readonly id: string; readonly options: OverlapOptions },
): Promise<CreatedHook> {
  const request = { method: "POST", path: `${pathOf(id)}/rotate${queryOf({ overlap })}` } as const;
  return askForHook(connection, request, { ...context, effect: "once" }, "secret");
}

export function deleteHook(connection: Connection, context: CallContext, id: string): Promise<Hook> {
  return askForHook(connection, { method: "DELETE", path: pathOf(id) }, { ...context, effect: "once" });
}

export function testHook(connection: Connection, context: CallContext, id: string): Promise<HookAnswer> {
  const request = { method: "POST", path: `${pathOf(id)}/test` } as const;
  return sendAdmin(connection, request, { ...context, effect: "once" }, (answer) =>
    objectFrom<HookAnswer>(answer, "at", "status", "problem"),
  );
}

function pathOf(id: string): string {
  return `/hooks/${encodeURIComponent(id)}`;
}

function askForHook<T extends Hook>(
  connection: Connection,
  request: ApiRequest,
  options: SendOptions,
  ...members: readonly (keyof T & string)[]
): Promise<T> {
  return sendAdmin(connection, request, options, (answer) => objectFrom<T>(answer, ...HOOK, ...members));
}
