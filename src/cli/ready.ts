// petstock ready: asks a running service whether requests should come to it, for whatever has no HTTP client of its own:
// a container's health check, a unit's start, a script that restarts one server after the other.

import http from "node:http";
import https from "node:https";
import { Command } from "commander";
import { duration, SettingError } from "../config.ts";
import { CommandError, type Context, tell } from "./context.ts";
import { flagValue, settingsOf, withSettings } from "./settings.ts";

/** Where it listens, when nobody says --url: as the service itself reads it. */
const ADDRESS_SETTINGS = ["host", "port", "tlsCert"] as const;

/** A service that takes longer to say that it is ready is not. */
const ANSWER_MS = 3_000;
const PAUSE_MS = 200;

const WAIT = { min: "0s", max: "1h" };

export function readyCommand(context: Context): Command {
  const command = new Command("ready")
    .description("ask a running service whether it is ready: 0 where it is, 1 where it is not")
    .option("--url <url>", "the service's address; that of --host and --port where absent")
    .option("--wait <duration>", `how long to go on asking, from ${WAIT.min} to ${WAIT.max}`, "0s");
  return withSettings(command, ADDRESS_SETTINGS).action(async (options) => {
    const waitMs = flagValue("--wait", options.wait, duration(WAIT));
    const service =
      options.url === undefined
        ? ownService(options, context)
        : { url: urlOrThrow(options.url), isOwn: false };
    const { url } = service;
    const deadline = performance.now() + waitMs;
    for (;;) {
      const reason = await reasonAgainst(service);
      if (reason === undefined) return tell(`${url} is ready.`);
      if (performance.now() + PAUSE_MS > deadline) throw new CommandError(`${url} is not ready: ${reason}`);
      await Bun.sleep(PAUSE_MS);
    }
  });
}

interface Asked {
  readonly url: string;
  /** On this very machine, by an address that is not the one in its certificate. */
  readonly isOwn: boolean;
}

/** Undefined where the service is ready. */
async function reasonAgainst({ url, isOwn }: Asked): Promise<string | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const status = await statusOf(`${url}/readyz`, { signal, agent: false, rejectUnauthorized: !isOwn });
    return status === 200 ? undefined : `it answers ${status}`;
  } catch (error) {
    if (signal.aborted) return `no answer within ${ANSWER_MS / 1_000} seconds`;
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

/** Not by `fetch`, which would ask whatever proxy HTTP_PROXY names for a service on this very machine. */
function statusOf(url: string, options: https.RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const get = url.startsWith("https:") ? https.get : http.get;
    const request = get(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
  });
}

function ownService(options: Readonly<Record<string, unknown>>, { env }: Context): Asked {
  const { host, port, tlsCert } = settingsOf(ADDRESS_SETTINGS, options, env);
  // A service that listens on every network listens on this machine's own.
  const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const scheme = tlsCert === undefined ? "http" : "https";
  return { url: `${scheme}://${own.includes(":") ? `[${own}]` : own}:${port}`, isOwn: true };
}

function urlOrThrow(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.origin;
  throw new SettingError(`--url: ${JSON.stringify(text)} is no address such as http://127.0.0.1:8080`);
}
