// Makes a case that broke a promise smaller, as long as it still breaks one: leaves out changes, then requests.

import type { Plan } from "./case.ts";
import type { Fuzzer } from "./fuzzer.ts";

export interface Shrunk {
  readonly plan: Plan;
  readonly error: Error;
}

/** Undefined if the case alone does not fail: then it depends on the others. */
export async function shrink(fuzzer: Fuzzer, plan: Plan): Promise<Shrunk | undefined> {
  const error = await fuzzer.replay(plan);
  if (error === undefined) return undefined;
  let smallest: Shrunk = { plan, error };
  for (let progress = true; progress;) {
    progress = false;
    for (const smaller of smallerThan(smallest.plan)) {
      const still = await fuzzer.replay(smaller);
      if (still === undefined) continue;
      smallest = { plan: smaller, error: still };
      progress = true;
      break;
    }
  }
  return smallest;
}

/** Every plan that lacks one part of this one. */
function* smallerThan(plan: Plan): Generator<Plan> {
  const { requests, damages } = plan;
  if (requests.length > 1) {
    for (const at of requests.keys()) yield { ...plan, requests: without(requests, at) };
  }
  for (const at of damages.keys()) yield { ...plan, damages: without(damages, at) };
  for (const [index, request] of requests.entries()) {
    for (const at of request.steps.keys()) {
      const smaller = { ...request, steps: without(request.steps, at) };
      yield { ...plan, requests: requests.with(index, smaller) };
    }
  }
}

function without<T>(list: readonly T[], at: number): T[] {
  return list.toSpliced(at, 1);
}
