// A new hook. For the command line and the Admin API.

import type { Clock } from "../inventory/clock.ts";
import type { Hook } from "../inventory/hook.ts";
import { makeKeyId } from "../keys/format.ts";
import { makeHookSecret } from "./signature.ts";

/** It is told of what follows `position`. */
export type NewHook = Pick<Hook, "name" | "url" | "events" | "position" | "createdBy">;

export function newHook(clock: Clock, wanted: NewHook): Hook {
  return {
    id: makeKeyId(),
    ...wanted,
    secret: makeHookSecret(),
    createdAt: clock.now(),
    version: 1,
    previous: null,
    failure: null,
    answer: null,
    deliveredAt: null,
    pause: null,
  };
}
