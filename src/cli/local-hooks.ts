// The hooks in a database that this process opens. A running service learns of a change within two seconds, of the first hook within six.

import { SettingError } from "../config.ts";
import { hookJson } from "../contract/hook-json.ts";
import { timeText } from "../contract/time.ts";
import type { HookAddresses } from "../hooks/addresses.ts";
import { newHook } from "../hooks/new-hook.ts";
import { makeHookSecret } from "../hooks/signature.ts";
import { postTest } from "../hooks/test-hook.ts";
import type { Clock } from "../inventory/clock.ts";
import type { Hook, HookEdit } from "../inventory/hook.ts";
import type { KeyActor } from "../inventory/key-store.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { HookAdministration, HookFacts } from "./access.ts";

interface LocalHooksOptions {
  readonly store: InventoryStore;
  readonly by: KeyActor;
  readonly clock: Clock;
  readonly hookAddresses: HookAddresses;
}

export function localHooks({ store, by, clock, hookAddresses }: LocalHooksOptions): HookAdministration {
  const newest = () => store.hooks.position();
  const facts = async (hook: Hook): Promise<HookFacts> => hookJson(hook, await newest());
  const edit = (id: string, change: HookEdit) => store.hooks.edit(id, change, by);
  return {
    async list() {
      const position = await newest();
      return (await store.hooks.list()).map((hook) => hookJson(hook, position));
    },
    async create(wanted) {
      const problem = hookAddresses.problemOf(wanted.url);
      if (problem !== undefined) throw new SettingError(`--to: ${problem}`);
      const hook = newHook(clock, { ...wanted, position: await newest(), createdBy: by });
      if ((await store.hooks.create(hook)) === "full") return "full";
      return { facts: await facts(hook), secret: hook.secret };
    },
    async pause(id, isPaused) {
      const hook = await edit(id, { isPaused });
      return hook && facts(hook);
    },
    async rotate(id, overlapMs) {
      const hook = await edit(id, { rotation: { secret: makeHookSecret(), overlapMs } });
      return hook && { facts: await facts(hook), secret: hook.secret };
    },
    remove: (id) => store.hooks.remove(id, by),
    async test(id) {
      const hook = (await store.hooks.list()).find((each) => each.id === id);
      if (hook === undefined) return undefined;
      const answer = await postTest({ hookAddresses, clock }, hook, new AbortController().signal);
      return { ...answer, at: timeText(answer.at) };
    },
  };
}
