// Runs examples one after the other, each a file, against a service: run-examples.ts URL KEY FILE... Ends with 0 if none failed.

import * as petstock from "../../src/client/client.ts";
import { until } from "../support/until.ts";

const PET = 734980n;

const [url = "", apiKey = "", ...files] = process.argv.slice(2);
const client = new petstock.PetstockClient({ url, apiKey });
const shown = new Map<bigint, number>();

/** The variables that the examples use without declaring them. */
const globals: Readonly<Record<string, unknown>> = {
  ...petstock,
  client,
  admin: new petstock.PetstockAdmin({ url, apiKey }),
  show: (petId: bigint, quantity: number) => shown.set(petId, quantity),
  hide() {},
  rename() {},
  count() {},
};
Object.assign(globalThis, globals);

for (const file of files) {
  const item = await client.updateInventory(PET, 20);
  Object.assign(globalThis, { item });
  console.log(`# ${file}`);
  const end = import(file);
  const isEndless = (await Bun.file(file).text()).includes(".watch");
  await (isEndless ? Promise.race([ended(end, file), followed(item)]) : end);
}
// Watches go on without end.
process.exit(0);

async function ended(end: Promise<unknown>, file: string): Promise<never> {
  await end;
  throw new Error(`${file} ended: it watches no longer`);
}

/** Resolves once the example has shown a change that was made after it began. */
async function followed({ petId, quantity }: petstock.InventoryItem): Promise<void> {
  await until(`pet ${petId} to be shown`, () => shown.get(petId) === quantity);
  const { quantity: changed } = await client.adjust(petId, 1);
  await until("the change to be shown", () => shown.get(petId) === changed);
}
