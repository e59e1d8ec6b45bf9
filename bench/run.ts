// One run from the first database to the last sample.

import { join } from "node:path";
import type { Bench } from "./bench.ts";
import type { Server } from "./children.ts";
import { type Field, runRounds } from "./contestants.ts";
import { writeInventory } from "./inventories.ts";
import { startNginx } from "./limits/nginx.ts";
import type { PetCount } from "./measurement.ts";
import { EMBEDDED } from "./measurements.ts";
import { measureMillion } from "./million.ts";
import { measurePostgres } from "./postgres/run.ts";
import { expectSameList, recordList, type Service, startService } from "./service.ts";
import { copyStock, fileLedger, fileOf, inFile, makeStock, type Stock } from "./stock.ts";
import { measureFsyncs } from "./strace.ts";
import type { Target } from "./target.ts";

export async function run(bench: Bench): Promise<void> {
  const { children, folder, pace, say } = bench;
  say("filling databases");
  const file = await writeInventory(folder, 1_000);
  const small = await makeStock(children, inFile(join(folder, "1k.db")), file);
  const large = await makeMillion(bench);
  const files = {
    1_000: fileOf(copyStock(small, join(folder, "1k-alone.db"))),
    1_000_000: fileOf(copyStock(large, join(folder, "1m-alone.db"))),
  };
  say("counting fsyncs");
  await measureFsyncs(bench, copyStock(small, join(folder, "1k-traced.db")));

  const million = await measureMillion(bench, large);
  const service = await startService(children, small);
  const targets: Field["targets"] = {
    ...(await startLimits(bench, service)),
    "petstock-1k": targetOf(service, 1_000),
    "petstock-1m": targetOf(million, 1_000_000),
  };
  await runRounds(bench, { targets, files }, { measurements: EMBEDDED, rounds: pace.rounds });
  // Last of all: a database server works on by itself after what it was asked to do.
  await measurePostgres(bench, file);
}

function targetOf(service: Service, pets: PetCount): Target {
  const { stock } = service;
  return { servers: [service], key: stock.key, pets, ledger: () => fileLedger(stock) };
}

async function makeMillion({ children, folder, samples }: Bench): Promise<Stock> {
  const file = await writeInventory(folder, 1_000_000);
  const started = performance.now();
  const stock = await makeStock(children, inFile(join(folder, "1m.db")), file);
  samples.add("import-1m", (performance.now() - started) / 1_000);
  return stock;
}

async function startLimits(
  { children, folder }: Bench,
  service: Service,
): Promise<Pick<Field["targets"], "constant" | "echo" | "nginx">> {
  const list = await recordList(service, folder);
  const limit = (server: Server): Target => ({ servers: [server], key: service.stock.key, pets: 1_000 });
  const script = (name: string) => [process.execPath, join(import.meta.dir, "limits", name)];
  const constant = await children.serve([...script("constant-body.ts"), list.bodyPath, list.headersPath]);
  const echo = await children.serve(script("echo.ts"));
  const nginx = await startNginx(children, { folder, list });
  for (const server of [constant, nginx]) if (server) await expectSameList(server, list);
  return { constant: limit(constant), echo: limit(echo), nginx: nginx && limit(nginx) };
}
