// The service over 1,000,000 pets: how soon it is ready, what it holds in memory, and what a change costs a list.

import { type Service, startService } from "./service.ts";
import { authorization, importFile, type Stock } from "./stock.ts";
import type { Bench } from "./bench.ts";
import { ID_STEP, QUANTITY_COUNT, QUANTITY_MIN, writeSparseChange } from "./inventories.ts";
import { residentMb } from "./process-figures.ts";
import { slowReaders } from "./slow-readers.ts";

const SLOW_READERS = 40;
/** Four editions of the list at once, each with readers that hold it. */
const IMPORTS = 4;
const HOLD_MS = 3_000;
const SAMPLE_MS = 50;

/** Takes all figures of this kind, and gives the service that ran last. */
export async function measureMillion(bench: Bench, stock: Stock): Promise<Service> {
  const { samples, say } = bench;
  const service = await measureStarts(bench, stock);
  await timeList(service);
  samples.add("memory-listed", residentMb(service.pid));
  say("1,000,000 pets: a list unchanged, a list after a change");
  await measureChanges(bench, service);
  say("1,000,000 pets: slow readers");
  await measureSlowReaders(bench, service);
  return service;
}

async function measureStarts({ children, pace, samples, say }: Bench, stock: Stock): Promise<Service> {
  for (let start = 1; ; start++) {
    say(`1,000,000 pets: start ${start} of ${pace.starts}`);
    const service = await startService(children, stock);
    samples.add("ready-1m", service.readySeconds);
    samples.add("memory-ready", residentMb(service.pid));
    if (start === pace.starts) return service;
    await service.stop();
  }
}

async function measureChanges({ pace, samples }: Bench, service: Service): Promise<void> {
  for (let pair = 0; pair < pace.pairs; pair++) {
    samples.add("list-unchanged", await timeList(service));
    await change(service, pair);
    samples.add("list-changed", await timeList(service));
  }
}

/** Milliseconds from the request to the last byte. */
async function timeList({ url, stock }: Service): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url}/v1/inventory`, {
    headers: { ...authorization(stock), "Accept-Encoding": "identity" },
  });
  for await (const _ of response.body ?? []) {
    // Read and dropped.
  }
  if (response.status !== 200) throw new Error(`the list answered ${response.status}`);
  return performance.now() - started;
}

/** Changes some pet, another one for each `count`. */
async function change({ url, stock }: Service, count: number): Promise<void> {
  const petId = (1 + ((count * 37_813) % 1_000_000)) * ID_STEP;
  const quantity = QUANTITY_MIN + Math.floor(Math.random() * QUANTITY_COUNT);
  const response = await fetch(`${url}/v1/inventory/${petId}`, {
    method: "PATCH",
    headers: { ...authorization(stock), "Content-Type": "application/json" },
    body: `{"quantity":${quantity}}`,
  });
  if (response.status !== 200) throw new Error(`an update answered ${response.status}`);
}

async function measureSlowReaders(
  { children, folder, samples, say }: Bench,
  service: Service,
): Promise<void> {
  const { url, pid, stock } = service;
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, residentMb(pid))), SAMPLE_MS);
  try {
    const headers = { ...authorization(stock), "Accept-Encoding": "identity" };
    await using readers = slowReaders(`${url}/v1/inventory`, headers);
    for (let shift = 1; shift <= IMPORTS; shift++) {
      await readers.add(SLOW_READERS / IMPORTS);
      await importFile(children, stock.address, await writeSparseChange(folder, shift));
      // The list catches up when it is asked for.
      await timeList(service);
    }
    await Bun.sleep(HOLD_MS);
    say(`${await readers.finish()} of ${SLOW_READERS} slow readers got a whole list`);
  } finally {
    clearInterval(sampling);
  }
  samples.add("memory-slow-readers", most);
}
