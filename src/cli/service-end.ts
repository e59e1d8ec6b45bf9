// The end of a service: by a signal, by an engine that failed for good, or by a defect.

import type { Service } from "../service/service.ts";
import type { Log } from "../inventory/log.ts";
import type { StoreError } from "../inventory/store-error.ts";
import type { ProcessLog } from "../log/log.ts";
import type { ServiceManager } from "../systemd/service-manager.ts";
import { type Context, EXIT } from "./context.ts";
import { FLUSH_MS } from "./failed-start.ts";

/** Time for waiting requests to get their error responses after a fatal failure. */
const LAST_ANSWERS_MS = 1_000;

/** SIGHUP on a terminal means that the terminal is gone; in the background it asks for a reload and never ends the service. */
export function reloadOnHangup(context: Context, log: Log, reload: () => void): void {
  if (context.stdin.isTerminal) return;
  context.process.on("SIGHUP", () => {
    log.info("reloading", { signal: "SIGHUP" });
    reload();
  });
}

interface EndOptions {
  readonly log: Log;
  readonly manager: ServiceManager;
  readonly delayMs: number;
  readonly deadlineMs: number;
}

/** Resolves with the exit code: after a signal once all is drained, or when the engine has failed for good. */
export async function untilEnd(
  context: Context,
  service: Service,
  { log, manager, delayMs, deadlineMs }: EndOptions,
): Promise<number> {
  const signalled = Promise.withResolvers<string>();
  let signals = 0;
  const onSignal = (signal: string) => {
    signals += 1;
    if (signals > 1) context.process.exit(EXIT.failed);
    signalled.resolve(signal);
  };
  context.process.on("SIGTERM", onSignal);
  context.process.on("SIGINT", onSignal);
  // A closed terminal sends it twice, from the kernel and from the shell; only the first counts.
  if (context.stdin.isTerminal) context.process.on("SIGHUP", signalled.resolve);
  const end = await Promise.race([signalled.promise, service.fatal]);
  manager.stopping(typeof end === "string" ? `stopping after ${end}` : end.message);
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

/** The engine has failed for good: waiting requests are answered with an error. */
async function endOnFailure(
  failure: StoreError,
  { service, log }: { service: Service; log: Log },
): Promise<number> {
  log.error("database_failed", { cause: failure.message });
  await Promise.race([service.drain({ failed: true }), Bun.sleep(LAST_ANSWERS_MS)]);
  return EXIT.failed;
}

/** Ends the process on an uncaught error, with its cause in the log: half a service must not stay. */
export function endOnDefects(context: Context, log: ProcessLog): void {
  const end = (error: unknown) => {
    log.error("defect", { cause: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    void log.flush(FLUSH_MS).then(() => context.process.exit(EXIT.failed));
  };
  context.process.on("uncaughtException", end);
  context.process.on("unhandledRejection", end);
}
