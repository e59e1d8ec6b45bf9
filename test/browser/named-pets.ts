// A service whose pets have labels, for tests of the inventory page, with a manager's key.

import { keyedService, type KeyedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";

export const LARGEST_ID = "9223372036854775807";

const ROWS = [
  "7,5,available",
  "12,3,pending",
  "123,1,available",
  "200,0,sold",
  "201,0,available",
  "305144,2,sold",
  `${LARGEST_ID},4,available`,
];

const LABELS = [
  { petId: 7, name: "Bella", kind: "dog, brown", code: "4006381333931", low: 2 },
  { petId: 12, name: "Émile", kind: "cat", code: "A-12" },
  { petId: 123, name: "Rex", kind: "dog", low: 1 },
  { petId: 200, name: "Bella", kind: "cat, black" },
  { petId: LARGEST_ID, kind: "parrot" },
];

export async function startNamedPets(): Promise<KeyedService> {
  const pets = await keyedService(ROWS, "--role", "manager");
  await pets.admin.putLabels(LABELS);
  return pets;
}

/** `7:5 available, 12:3 pending`, by id. */
export async function stockOf({ service, key }: KeyedService): Promise<string> {
  const { text } = await service.list(key);
  const items = [...text.matchAll(/"petId":(-?\d+),"quantity":(\d+),"status":"(\w+)"/g)];
  return items.map(([, petId, quantity, status]) => `${petId}:${quantity} ${status}`).join(", ");
}

/** Waits until the stock has these pets, as `stockOf` gives them. */
export async function stockHas(pets: KeyedService, wanted: string): Promise<void> {
  await until(`the stock to have ${wanted}`, async () => (await stockOf(pets)).includes(wanted));
}
