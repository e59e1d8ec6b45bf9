// The hooks of a service, which checks their addresses and posts tests itself.

import { type CreatedHook as WireCreatedHook, PetstockAdmin, PetstockError } from "../../client/client.ts";
import type { CreatedHook, HookAdministration } from "../access.ts";

export function remoteHooks(admin: PetstockAdmin): HookAdministration {
  return {
    list: () => admin.hooks(),
    async create({ name, url, events }) {
      try {
        return createdOf(await admin.createHook({ name, url, events: [...events] }));
      } catch (error) {
        if (isRefusal(error, "hook_limit")) return "full";
        throw error;
      }
    },
    pause: (id, paused) => unlessUnknown(admin.updateHook(id, { paused })),
    async rotate(id, overlapMs) {
      const created = await unlessUnknown(admin.rotateHook(id, { overlap: `${overlapMs}ms` }));
      return created && createdOf(created);
    },
    remove: async (id) => (await unlessUnknown(admin.deleteHook(id))) !== undefined,
    test: (id) => unlessUnknown(admin.testHook(id)),
  };
}

function createdOf({ secret, ...facts }: WireCreatedHook): CreatedHook {
  return { facts, secret };
}

/** Undefined if there is no such hook. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error, "hook_not_found")) return undefined;
    throw error;
  }
}

function isRefusal(error: unknown, code: PetstockError["code"]): boolean {
  return error instanceof PetstockError && error.code === code;
}
