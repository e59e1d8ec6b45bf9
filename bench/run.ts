// One run from the first database to the last sample.

import { join } from "node:path";
import type { Bench } from "./bench.ts";
import type { Server } from "./children.ts";
import { type Field, runRounds, type Target } from "./contestants.ts";
import { writeInventory } from "./inventories.ts";
import { startNginx } from "./limits/nginx.ts";
import { MEASUREMENTS } from "./measurements.ts";
import { measureMillion } from "./million.ts";
import {
  copyStock,
  expectSameList,
  makeStock,
  recordList,
  type Service,
  startService,
  type Stock,
} from "./service.ts";
import { measureFsyncs } from "./strace.ts";

export async function run(bench: Bench): Promise<void> {
  const { children, folder, say } = bench;
  say("filling databases");
  const small = await makeStock(children, join(folder, "1k.db"), await writeInventory(folder, 1_000));
  const large = await makeMillion(bench);
  const databases = {
    1_000: copyStock(small, join(folder, "1k-alone.db")).path,
    1_000_000: copyStock(large, join(folder, "1m-alone.db")).path,
  };
  say("counting fsyncs");
  await measureFsyncs(bench, copyStock(small, join(folder, "1k-traced.db")));

  const million = await measureMillion(bench, large);
  const service = await startService(children, small);
  const targets: Field["targets"] = {
    ...(await startLimits(bench, { service, stock: small })),
    "petstock-1k": { ...service, stores: true, pets: 1_000 },
    "petstock-1m": { ...million, stores: true, pets: 1_000_000 },
  };
  await runRounds(bench, { targets, databases }, MEASUREMENTS);
}

async function makeMillion({ children, folder, samples }: Bench): Promise<Stock> {
  const file = await writeInventory(folder, 1_000_000);
  const started = performance.now();
  const stock = await makeStock(children, join(folder, "1m.db"), file);
  samples.add("import-1m", (performance.now() - started) / 1_000);
  return stock;
}

async function startLimits(
  { children, folder }: Bench,
  { service, stock }: { service: Service; stock: Stock },
): Promise<Pick<Field["targets"], "constant" | "echo" | "nginx">> {
  const list = await recordList(service, folder);
  const limit = (server: Server): Target => ({ ...server, stock, stores: false, pets: 1_000 });
  const script = (name: string) => [process.execPath, join(import.meta.dir, "limits", name)];
  const constant = await children.serve([...script("constant-body.ts"), list.bodyPath, list.headersPath]);
  const echo = await children.serve(script("echo.ts"));
  const nginx = await startNginx(children, { folder, list });
  for (const server of [constant, nginx]) if (server) await expectSameList(server, list);
  return { constant: limit(constant), echo: limit(echo), nginx: nginx && limit(nginx) };
}
