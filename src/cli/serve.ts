// petstock serve: the service, from its settings to its exit code.

import { Command } from "commander";
import { openSockets, openTls } from "../service/listener-settings.ts";
import { type Service, startService } from "../service/service.ts";
import { openStore } from "../engines.ts";
import { type Config, describeDatabase, SETTINGS } from "../config.ts";
import { type ProcessLog, createLog, type LogOptions } from "../log/log.ts";
import { type Build, programBuild } from "../version.ts";
import { type Context, EXIT, wantsColor } from "./context.ts";
import { failureOf } from "./failure.ts";
import { FLUSH_MS, reportFailedStart } from "./failed-start.ts";
import { listenErrorOf } from "./listen-error.ts";
import { quickstart } from "./quickstart.ts";
import { endOnDefects, reloadOnHangup, untilEnd } from "./service-end.ts";
import { ServiceManager } from "../systemd/service-manager.ts";
import { settingsOf, withSettings } from "./settings.ts";
import { welcome } from "./welcome.ts";

const ALL_SETTINGS = Object.keys(SETTINGS) as (keyof Config)[];

export function serveCommand(context: Context): Command {
  const command = new Command("serve")
    .description("run the service")
    .option(
      "--quickstart",
      "if the default database is empty, import sample animals and create a first key",
      false,
    );
  return withSettings(command, ALL_SETTINGS).action(async (options) => {
    const exitCode = await withFailureReport(context, () => {
      const config: Config = settingsOf(ALL_SETTINGS, options, context.env);
      const build = programBuild(context.env);
      const log = openLog(config, {
        version: build.version,
        onTerminal: context.stderr.isTTY === true,
        color: wantsColor(context.env, context.stderr),
        journalStream: context.env["JOURNAL_STREAM"],
      });
      endOnDefects(context, log);
      return serve(config, { context, log, build, seed: options.quickstart }).finally(() =>
        log.flush(FLUSH_MS),
      );
    });
    // A client that never reads or a thread that died may still keep the process alive; it has had its time.
    context.process.exit(exitCode);
  });
}

async function withFailureReport(context: Context, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const { lines, exitCode } = failureOf(error);
    await reportFailedStart(lines, context);
    return exitCode;
  }
}

interface ServeOptions {
  readonly context: Context;
  readonly log: ProcessLog;
  readonly build: Build;
  readonly seed: boolean;
}

async function serve(config: Config, { context, log, build, seed }: ServeOptions): Promise<number> {
  using manager = new ServiceManager(context.env, (cause) => {
    log.warn("service_manager_unreachable", { cause });
  });
  let running: Service | undefined;
  reloadOnHangup(context, log, () => running?.reload());
  const { store, service } = await start(config, { startWorker: context.startWorker, log, build });
  running = service;
  // Before "listening" is reported: the supervisor may send a signal at once.
  const end = untilEnd(context, service, {
    log,
    manager,
    delayMs: config.shutdownDelayMs,
    deadlineMs: config.shutdownTimeoutMs,
  });
  try {
    // After the port is taken: if the start failed later, the first key would be lost.
    const seeded = seed ? await quickstart(context, store, config) : undefined;
    log.info("listening", {
      url: service.url,
      database: describeDatabase(config.database),
      commit: build.commit,
    });
    if (service.metricsUrl !== undefined) log.info("metrics_listening", { url: service.metricsUrl });
    manager.startWatchdog(() => store.ping());
    void manager.ready(`listening on ${service.url}`);
    // Raced, because writing to a full pipe may never end, and SIGTERM must still work.
    if (seeded !== undefined) await Promise.race([welcome(context, seeded, { service, config, log }), end]);
  } catch (error) {
    // A start that fails halfway is undone.
    await service.drain();
    await store[Symbol.asyncDispose]();
    throw error;
  }
  const exitCode = await end;
  if (exitCode === EXIT.done) await store[Symbol.asyncDispose]();
  log.info("stopped", { exitCode });
  return exitCode;
}

interface StartOptions {
  readonly startWorker: Context["startWorker"];
  readonly log: ProcessLog;
  readonly build: Build;
}

/** Throws a CommandError, a StoreError or a SettingError if the service does not start; the store is closed then. */
async function start(config: Config, { startWorker, log, build }: StartOptions) {
  const { database, lockTimeoutMs, idempotencyLimit: recordsMax } = config;
  const tls = openTls(config);
  const sockets = openSockets(config);
  const store = await openStore({ database, lockTimeoutMs, recordsMax, create: true, startWorker, log });
  try {
    return { store, service: await startService({ ...config, store, log, tls, sockets, build }) };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw await listenErrorOf(error, config);
  }
}

interface Stderr extends Pick<LogOptions, "color" | "journalStream" | "version"> {
  readonly onTerminal: boolean;
}

/** Opens the log of the service as the settings say. The format `auto` is readable on a terminal, JSON elsewhere. */
function openLog(
  { logLevel, logFormat, storeName }: Pick<Config, "logLevel" | "logFormat" | "storeName">,
  { onTerminal, ...stderr }: Stderr,
): ProcessLog {
  const readable = logFormat === "pretty" || (logFormat === "auto" && onTerminal);
  return createLog({ level: logLevel, readable, storeName, ...stderr });
}
