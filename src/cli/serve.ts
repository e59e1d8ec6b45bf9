// petstock serve: the service, from its settings to its exit code.

import { lookup } from "node:dns/promises";
import { Command } from "commander";
import { MetricsAddressError, openLog, openStore, openTls, type Service, startService } from "../app.ts";
import { PROGRAM } from "../build.ts";
import { type Config, describeDatabase, type SettingName, SETTINGS } from "../config.ts";
import { printable } from "../printable.ts";
import type { Log } from "../inventory/ports.ts";
import type { StoreError } from "../inventory/store.ts";
import { CommandError, type Context, count, EXIT, wantsColor, writeOut } from "./context.ts";
import { hideKey, type Quickstart, quickstart } from "./quickstart.ts";
import { settingsOf, withSettings } from "./settings.ts";

const ALL_SETTINGS = Object.keys(SETTINGS) as SettingName[];

/** For the answers that tell waiting requests of a fatal failure to leave. */
const LAST_ANSWERS_MS = 1_000;

export function serveCommand(context: Context): Command {
  const command = new Command("serve")
    .description("run the service")
    .option(
      "--quickstart",
      "where the default database is empty, import sample animals and make a first key",
      false,
    );
  return withSettings(command, ALL_SETTINGS).action(async (options) => {
    const config: Config = settingsOf(ALL_SETTINGS, options, context.env);
    const log = openLog(config, {
      onTerminal: process.stderr.isTTY === true,
      color: wantsColor(context.env),
    });
    endOnDefects(log);
    process.exitCode = await serve(config, { context, log, seed: options.quickstart });
  });
}

interface ServeOptions {
  readonly context: Context;
  readonly log: Log;
  readonly seed: boolean;
}

async function serve(config: Config, { context, log, seed }: ServeOptions): Promise<number> {
  const { database, lockTimeoutMs } = config;
  const { startWorker } = context;
  const tls = openTls(config);
  const store = await openStore({ database, lockTimeoutMs, create: true, startWorker, log });
  const service = await startService({ ...config, store, log, tls }).catch(async (error: unknown) => {
    await store[Symbol.asyncDispose]();
    throw await listenErrorOf(error, config);
  });
  // Before anybody is told that it listens: who started it may stop it at once.
  const end = untilEnd(service, {
    log,
    delayMs: config.shutdownDelayMs,
    deadlineMs: config.shutdownTimeoutMs,
  });
  try {
    // Only once the port is ours: a key that nobody is shown would be the first and the last.
    const seeded = seed ? await quickstart(store, database) : undefined;
    log.info("listening", { url: service.url, database: describeDatabase(database) });
    if (service.metricsUrl !== undefined) log.info("metrics_listening", { url: service.metricsUrl });
    if (seeded !== undefined) await welcome(seeded, { service, config, log });
  } catch (error) {
    // Half a start is none.
    await service.drain();
    await store[Symbol.asyncDispose]();
    throw error;
  }
  const exitCode = await end;
  if (exitCode === EXIT.done) await store[Symbol.asyncDispose]();
  log.info("stopped", { exitCode });
  // Whatever still holds the process open (a client that never reads, a thread that died) was given its time.
  process.exit(exitCode);
}

async function listenErrorOf(error: unknown, { host, port, metricsAddress }: Config): Promise<unknown> {
  if (error instanceof MetricsAddressError && metricsAddress !== "off") {
    const setting = "--metrics-address or PETSTOCK_METRICS_ADDRESS";
    return addressErrorOf(error.cause, { ...metricsAddress, hostSetting: setting, portSetting: setting });
  }
  const settings = { hostSetting: "--host or PETSTOCK_HOST", portSetting: "--port or PORT" };
  return addressErrorOf(error, { host, port, ...settings });
}

interface Listened {
  readonly host: string;
  readonly port: number;
  /** What to change, in words. */
  readonly hostSetting: string;
  readonly portSetting: string;
}

async function addressErrorOf(
  error: unknown,
  { host, port, hostSetting, portSetting }: Listened,
): Promise<unknown> {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  // Asked first: for a name that nobody knows, the runtime gives the code of whatever failed last.
  const isKnown = await lookup(host).then(
    () => true,
    () => false,
  );
  const code = isKnown ? error.code : "ENOTFOUND";
  if (code === "EADDRINUSE") {
    return new CommandError(
      `port ${port} of ${host} is taken by another program; choose another with ${portSetting}`,
    );
  }
  if (code === "EACCES") {
    return new CommandError(
      `port ${port} needs rights that this user lacks; choose one above 1023 with ${portSetting}`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EINVAL") {
    return new CommandError(`${host} is no address of this machine; choose another with ${hostSetting}`);
  }
  return error;
}

/** Resolves with the exit code: after SIGTERM or SIGINT once all is drained, or when the engine has failed for good. */
async function untilEnd(
  service: Service,
  { log, delayMs, deadlineMs }: { log: Log; delayMs: number; deadlineMs: number },
): Promise<number> {
  const signalled = Promise.withResolvers<string>();
  let signals = 0;
  const onSignal = (signal: string) => {
    signals += 1;
    if (signals > 1) process.exit(EXIT.failed);
    signalled.resolve(signal);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  const end = await Promise.race([signalled.promise, service.fatal]);
  if (typeof end !== "string") return endOnFailure(end, { service, log });
  log.info("stopping", { signal: end });
  service.announceEnd();
  const failure = await Promise.race([service.fatal, Bun.sleep(delayMs)]);
  if (failure !== undefined) return endOnFailure(failure, { service, log });
  const inTime = await Promise.race([
    service.drain().then(() => true),
    Bun.sleep(deadlineMs).then(() => false),
  ]);
  if (!inTime) log.error("shutdown_timed_out", { deadlineMs });
  return inTime ? EXIT.done : EXIT.failed;
}

/** The engine has failed for good: whoever waits is told so. */
async function endOnFailure(
  failure: StoreError,
  { service, log }: { service: Service; log: Log },
): Promise<number> {
  log.error("database_failed", { cause: failure.message });
  await Promise.race([service.drain(), Bun.sleep(LAST_ANSWERS_MS)]);
  return EXIT.failed;
}

/** Tells a newcomer what to do next. The key is shown on a terminal, and put into a file anywhere else. */
async function welcome(
  { pets, key }: Quickstart,
  { service, config, log }: { service: Service; config: Config; log: Log },
): Promise<void> {
  const onTerminal = process.stdout.isTTY === true;
  const keyFile = key !== undefined && !onTerminal ? hideKey(key) : undefined;
  if (keyFile !== undefined) log.info("first_key_written", { path: keyFile });
  const url = service.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  const lines = [`petstock is listening on ${url}`];
  if (pets > 0) lines.push(`It holds ${count(pets, "animal")} from ${describeDatabase(config.database)}.`);
  if (key === undefined) {
    lines.push(`For another API key: ${PROGRAM} keys create --name NAME`);
  } else {
    if (keyFile === undefined) lines.push("", "Your API key, shown only this once:", "", `  ${key}`);
    const header = `-H "Authorization: Bearer ${keyFile === undefined ? key : `$(cat ${keyFile})`}"`;
    const update = `-X PATCH -H "Content-Type: application/json" -d '{"quantity": 12}'`;
    lines.push("", "List the stock, and set one pet's:", "");
    lines.push(`  curl ${header} ${url}/v1/inventory`);
    lines.push(`  curl ${header} ${update} ${url}/v1/inventory/734980`);
  }
  lines.push("", `The dashboard: ${url}`, `Read about it, and try it out: ${url}/docs`);
  await writeOut(`${lines.map(printable).join("\n")}\n`);
}

/** A defect that nobody caught must end the process with its cause in the log, not leave half a service behind. */
function endOnDefects(log: Log): void {
  const end = (error: unknown) => {
    log.error("defect", { cause: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    process.exit(EXIT.failed);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
