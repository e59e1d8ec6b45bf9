// Sets up and reads the stock of a service, and revokes its keys, for tests of its clients.

import type { TestService } from "./service.ts";
import { until } from "./until.ts";

/** Sets quantities by pet id. */
export async function setStock(
  service: TestService,
  key: string,
  wanted: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [petId, quantity] of Object.entries(wanted)) await service.update(key, petId, quantity);
}

/** The quantities by ascending id: `5 7 0 4`. */
export async function quantities(service: TestService, key: string): Promise<string> {
  const { text } = await service.list(key);
  return [...text.matchAll(/"quantity":(\d+)/g)].map(([, quantity]) => quantity).join(" ");
}

export async function untilQuantities(service: TestService, key: string, wanted: string): Promise<void> {
  await until(`the quantities ${wanted}`, async () => (await quantities(service, key)) === wanted);
}

/** Revokes the key of that name. Resolves when the service rejects it. */
export async function revokeKey(service: TestService, key: string, name: string): Promise<void> {
  const keys: readonly { name: string; id: string }[] = JSON.parse(
    await service.command("keys", "list", "--json"),
  );
  const { id } = keys.find((each) => each.name === name)!;
  await service.command("keys", "revoke", id);
  await until("the key to be rejected", async () => (await service.list(key)).status === 401);
}
