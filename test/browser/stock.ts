// The stock behind a dashboard, as the service has it, whatever the page shows.

import { petstockOrThrow } from "../support/petstock.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** Rows of `petId,quantity,status`, and no others. */
export async function stockUp({ databaseUrl }: TestService, rows: readonly string[]): Promise<void> {
  const stdin = ["petId,quantity,status", ...rows].join("\n");
  await petstockOrThrow(["import", "-", "--format", "csv", "--replace", "--database", databaseUrl], {
    stdin,
  });
}

/** By ascending id, `5 7 0 4`. */
export async function quantities(service: TestService, key: string): Promise<string> {
  const { text } = await service.list(key);
  return [...text.matchAll(/"quantity":(\d+)/g)].map(([, quantity]) => quantity).join(" ");
}

export async function untilQuantities(service: TestService, key: string, wanted: string): Promise<void> {
  await until(`the quantities to be ${wanted}`, async () => (await quantities(service, key)) === wanted);
}
