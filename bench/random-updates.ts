// Random updates for the engine's writer alone, like those of the load generator.

import { requestIdOf } from "../src/http/request-id.ts";
import type { Change } from "../src/inventory/change.ts";
import { ID_STEP, QUANTITY_COUNT, QUANTITY_MIN } from "./inventories.ts";

export const GROUP = 64;
const NO_HEADERS = new Headers();

/** A group of updates of random pets. */
export function randomGroup(pets: number): readonly Change[] {
  return Array.from({ length: GROUP }, () => randomUpdate(1 + randomBelow(pets)));
}

/** An update of one pet, by its place in the inventory, from 1. */
export function randomUpdate(place: number): Change {
  return {
    petId: BigInt(place * ID_STEP),
    quantity: QUANTITY_MIN + randomBelow(QUANTITY_COUNT),
    reason: "update",
    by: { actor: "key:bench", keyId: "0123456789ab", requestId: requestIdOf(NO_HEADERS) },
  };
}

function randomBelow(count: number): number {
  return Math.floor(Math.random() * count);
}
