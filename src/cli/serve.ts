// petstock serve: the service, from its settings to its exit code.

import { Command } from "commander";
import { openSockets, openTls } from "../service/listener-settings.ts";
import { type Service, startService } from "../service/service.ts";
import { openStore } from "../engines.ts";
import { type Config, describeDatabase, type SettingName, SETTINGS } from "../config.ts";
import type { ProcessLog } from "../log/log.ts";
import { programCommit } from "./commit.ts";
import { type Context, EXIT, wantsColor } from "./context.ts";
import { failureOf } from "./failure.ts";
import { FLUSH_MS, reportFailedStart } from "./failed-start.ts";
import { listenErrorOf } from "./listen-error.ts";
import { openLog } from "./open-log.ts";
import { quickstart } from "./quickstart.ts";
import { endOnDefects, reloadOnHangup, untilEnd } from "./service-end.ts";
import { ServiceManager } from "../systemd/service-manager.ts";
import { settingsOf, withSettings } from "./settings.ts";
import { welcome } from "./welcome.ts";

const ALL_SETTINGS = Object.keys(SETTINGS) as SettingName[];

export function serveCommand(context: Context): Command {
  const command = new Command("serve")
    .description("run the service")
    .option(
      "--quickstart",
      "where the default database is empty, import sample animals and make a first key",
      false,
    );
  return withSettings(command, ALL_SETTINGS).action(async (options) => {
    const exitCode = await exitCodeOf(context, () => {
      const config: Config = settingsOf(ALL_SETTINGS, options, context.env);
      const log = openLog(config, {
        onTerminal: context.stderr.isTTY === true,
        color: wantsColor(context),
        journalStream: context.env["JOURNAL_STREAM"],
      });
      endOnDefects(context, log);
      return serve(config, { context, log, seed: options.quickstart }).finally(() => log.flush(FLUSH_MS));
    });
    // Whatever still holds the process open (a client that never reads, a thread that died) was given its time.
    context.process.exit(exitCode);
  });
}

async function exitCodeOf(context: Context, work: () => Promise<number>): Promise<number> {
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
  readonly seed: boolean;
}

async function serve(config: Config, { context, log, seed }: ServeOptions): Promise<number> {
  using manager = new ServiceManager(context.env, (cause) => {
    log.warn("service_manager_unreachable", { cause });
  });
  let running: Service | undefined;
  reloadOnHangup(context, log, () => running?.reload());
  const commit = programCommit(context.env);
  const { store, service } = await start(config, { startWorker: context.startWorker, log, commit });
  running = service;
  // Before anybody is told that it listens: who started it may stop it at once.
  const end = untilEnd(context, service, {
    log,
    manager,
    delayMs: config.shutdownDelayMs,
    deadlineMs: config.shutdownTimeoutMs,
  });
  try {
    // Only once the port is ours: a key that nobody is shown would be the first and the last.
    const seeded = seed ? await quickstart(context, store, config.database) : undefined;
    log.info("listening", { url: service.url, database: describeDatabase(config.database), commit });
    if (service.metricsUrl !== undefined) log.info("metrics_listening", { url: service.metricsUrl });
    manager.startWatchdog(() => store.ping());
    void manager.ready(`listening on ${service.url}`);
    // Standard output may be a pipe that is full; SIGTERM is obeyed all the same.
    if (seeded !== undefined) await Promise.race([welcome(context, seeded, { service, config, log }), end]);
  } catch (error) {
    // Half a start is none.
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
  readonly commit: string;
}

/** Closes the store where the service does not start, and throws why. */
async function start(config: Config, { startWorker, log, commit }: StartOptions) {
  const { database, lockTimeoutMs, idempotencyLimit: recordsMax } = config;
  const tls = openTls(config);
  const sockets = openSockets(config);
  const store = await openStore({ database, lockTimeoutMs, recordsMax, create: true, startWorker, log });
  try {
    return { store, service: await startService({ ...config, store, log, tls, sockets, commit }) };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw await listenErrorOf(error, config);
  }
}
