// The time of a single list and of a single change, without other load.

import { ID_STEP, QUANTITY_COUNT, QUANTITY_MIN } from "./inventories.ts";
import { authorization } from "./database.ts";
import type { Target } from "./target.ts";

type MeasuredTarget = Pick<Target, "servers" | "key" | "pets">;

/** Milliseconds from the request to the last byte. */
export async function timeList({ servers, key }: MeasuredTarget): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${servers[0]?.url}/v1/inventory`, {
    headers: { ...authorization({ key }), "Accept-Encoding": "identity" },
  });
  for await (const _ of response.body ?? []) {
    // Discards the body.
  }
  if (response.status !== 200) throw new Error(`the list answered ${response.status}`);
  return performance.now() - started;
}

/** Changes a pet that depends on `count`. */
export async function changeSomePet({ servers, key, pets }: MeasuredTarget, count: number): Promise<void> {
  const petId = (1 + ((count * 37_813) % pets)) * ID_STEP;
  const quantity = QUANTITY_MIN + Math.floor(Math.random() * QUANTITY_COUNT);
  const response = await fetch(`${servers[0]?.url}/v1/inventory/${petId}`, {
    method: "PATCH",
    headers: { ...authorization({ key }), "Content-Type": "application/json" },
    body: `{"quantity":${quantity}}`,
  });
  if (response.status !== 200) throw new Error(`an update answered ${response.status}`);
}
