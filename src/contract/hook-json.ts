// A hook as it is on the wire, without its secret.

import { conditionOf, type Hook } from "../inventory/hook.ts";
import type { Position } from "../inventory/position.ts";
import type { components } from "./admin.generated.ts";
import { positionTag } from "./position-tag.ts";
import { timeText, timeTextOrNull } from "./time.ts";

export type HookJson = components["schemas"]["Hook"];

/** Member by member, so that no secret is ever sent. `newest`: the inventory's position. */
export function hookJson(hook: Hook, newest: Position): HookJson {
  const { position, answer, failure, pause } = hook;
  return {
    id: hook.id,
    name: hook.name,
    url: hook.url,
    events: [...hook.events],
    state: conditionOf(hook),
    position: positionTag(position),
    lag: Math.max(0, newest.revision - position.revision),
    deliveredAt: timeTextOrNull(hook.deliveredAt),
    answer: answer && { ...answer, at: timeText(answer.at) },
    failure: failure && {
      since: timeText(failure.since),
      attempts: failure.attempts,
      nextAttemptAt: timeText(failure.nextAttemptAt),
    },
    pause: pause && { at: timeText(pause.at), reason: pause.reason },
    previousSecretUntil: timeTextOrNull(hook.previous?.until ?? null),
    createdAt: timeText(hook.createdAt),
    createdBy: hook.createdBy,
  };
}
