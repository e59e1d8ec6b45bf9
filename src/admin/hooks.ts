// The hooks over HTTP: list, create, change, test and delete. A new secret is in one response and nowhere else. What the response needs
// is read before the change: if that failed afterwards, the answer would be that nothing was changed.

import { type components } from "../contract/admin.generated.ts";
import { parseAdminBody } from "../contract/admin-body.ts";
import { ApiError } from "../http/api-error.ts";
import { BODY_BYTES_MAX } from "../http/limits.ts";
import type { Operation } from "../http/operation.ts";
import { confirmWhole } from "../http/whole-request.ts";
import { HookAddresses } from "../hooks/addresses.ts";
import { newHook } from "../hooks/new-hook.ts";
import { makeHookSecret } from "../hooks/signature.ts";
import { postTest } from "../hooks/test-hook.ts";
import { HOOK_EVENTS, type HookEvent, HOOKS_MAX } from "../inventory/hook.ts";
import { OVERLAP } from "../keys/new-key.ts";
import { hookJson } from "../contract/hook-json.ts";
import { createdHook, type HookPorts, knownHook, unknownHook } from "./hook-replies.ts";
import { jsonReply } from "./json-body.ts";
import { actorOf, checkName, idOf, spanOf } from "./key-replies.ts";
import { queryOf } from "./query.ts";

type HookRequestJson = components["schemas"]["HookRequest"];
type HookUpdateJson = components["schemas"]["HookUpdate"];

export function listHooks({ authenticate, store, snapshot }: HookPorts): Operation {
  return async (request, _, listener) => {
    await authenticate(request, listener);
    queryOf(request, "listHooks");
    const { position } = await snapshot.current();
    return jsonReply({ hooks: (await store.hooks.list()).map((hook) => hookJson(hook, position)) });
  };
}

export function createHook(ports: HookPorts): Operation {
  const { authenticate, bodies, store, snapshot, hookAddresses, deliveries, clock, log } = ports;
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    queryOf(request, "createHook");
    return bodies.withJson(request, { key: caller, limit: LIMIT }, async (text) => {
      const wanted = parseAdminBody(text, "HookRequest") as unknown as HookRequestJson;
      checkName("name", wanted.name);
      checkUrl(hookAddresses, wanted.url);
      await confirmWhole(request);
      const { position } = await snapshot.current();
      const { name, url } = wanted;
      const events = eventsOf(wanted.events);
      const hook = newHook(clock, { name, url, events, position, createdBy: actorOf(caller) });
      if ((await store.hooks.create(hook)) === "full") throw tooMany();
      deliveries.look();
      log.info("hook_created", { id: hook.id, name, events: events.join(" "), by: caller.id, requestId });
      return createdHook(hook, position);
    });
  };
}

const LIMIT = { bytesMax: BODY_BYTES_MAX, advice: 'Send only {"name", "url", "events"}.' };

export function updateHook(ports: HookPorts): Operation {
  const { authenticate, bodies, store, snapshot, hookAddresses, deliveries, log } = ports;
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    queryOf(request, "updateHook");
    const id = idOf(request, unknownHook);
    return bodies.withJson(request, { key: caller, limit: LIMIT }, async (text) => {
      const { paused, ...edit } = parseAdminBody(text, "HookUpdate") as unknown as HookUpdateJson;
      if (edit.name !== undefined) checkName("name", edit.name);
      if (edit.url !== undefined) checkUrl(hookAddresses, edit.url);
      await confirmWhole(request);
      const { position } = await snapshot.current();
      const events = edit.events && eventsOf(edit.events);
      const hook = await store.hooks.edit(
        id,
        { ...edit, ...(events && { events }), ...(paused !== undefined && { isPaused: paused }) },
        actorOf(caller),
      );
      if (hook === undefined) throw unknownHook(id);
      deliveries.look();
      const changed = Object.keys({ ...edit, ...(paused !== undefined && { paused }) }).join(" ");
      log.info("hook_changed", { id, changed, paused, by: caller.id, requestId });
      return jsonReply(hookJson(hook, position));
    });
  };
}

export function rotateHook({ authenticate, store, snapshot, log }: HookPorts): Operation {
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    const { overlap } = queryOf(request, "rotateHook");
    const overlapMs = spanOf("overlap", overlap, OVERLAP, "invalid_query");
    const id = idOf(request, unknownHook);
    await confirmWhole(request);
    const { position } = await snapshot.current();
    const rotation = { secret: makeHookSecret(), overlapMs };
    const hook = await store.hooks.edit(id, { rotation }, actorOf(caller));
    if (hook === undefined) throw unknownHook(id);
    log.info("hook_rotated", { id, overlapMs, by: caller.id, requestId });
    return createdHook(hook, position);
  };
}

export function deleteHook({ authenticate, store, snapshot, log }: HookPorts): Operation {
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    queryOf(request, "deleteHook");
    const hook = await knownHook(store, request);
    await confirmWhole(request);
    const { position } = await snapshot.current();
    if (!(await store.hooks.remove(hook.id, actorOf(caller)))) throw unknownHook(hook.id);
    log.info("hook_deleted", { id: hook.id, name: hook.name, by: caller.id, requestId });
    return jsonReply(hookJson(hook, position));
  };
}

export function testHook({ authenticate, store, ...ports }: HookPorts): Operation {
  return async (request, _, listener) => {
    await authenticate(request, listener);
    queryOf(request, "testHook");
    const hook = await knownHook(store, request);
    await confirmWhole(request);
    const { at, ...answer } = await postTest(ports, hook, request.signal);
    return jsonReply({ at: new Date(at).toISOString(), ...answer });
  };
}

/** In their order. */
function eventsOf(wanted: readonly string[]): HookEvent[] {
  return HOOK_EVENTS.filter((each) => wanted.includes(each));
}

function checkUrl(addresses: HookAddresses, url: string): void {
  const problem = addresses.problemOf(url);
  if (problem !== undefined) throw new ApiError("invalid_field", `"url" ${problem}.`);
}

function tooMany(): ApiError {
  const problem = `There are ${HOOKS_MAX} hooks, as many as there may be; nothing was changed`;
  return new ApiError("hook_limit", `${problem}. Delete one that is not used.`);
}
