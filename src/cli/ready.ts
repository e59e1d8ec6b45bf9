// petstock ready: asks a running service whether requests should come to it, for whatever has no HTTP client of its own:
// a container's health check, a unit's start, a script that restarts one server after the other.

import http from "node:http";
import https from "node:https";
import { Command, Option } from "commander";
import { duration, SettingError } from "../config.ts";
import { EXCLUDABLE } from "../contract/readyz.ts";
import { CommandError, type Context, printData, printMessage } from "./context.ts";
import { flagValue, settingsOf, withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

/** Where it listens, when nobody says --url: as the service itself reads it. */
const ADDRESS_SETTINGS = ["host", "port", "tlsCert"] as const;

/** A service that takes longer to say that it is ready is not. */
const ANSWER_MS = 3_000;
const PAUSE_MS = 200;
/** An Error body of the service is shorter; what answers may be anything. */
const BODY_LENGTH_MAX = 4_096;

const WAIT = { min: "0s", max: "1h" };

export function readyCommand(context: Context): Command {
  const command = new Command("ready")
    .description("ask a running service whether it is ready: 0 where it is, 1 where it is not")
    .option("--url <url>", "the service's address; that of --host and --port where absent")
    .option("--wait <duration>", `how long to go on asking, from ${WAIT.min} to ${WAIT.max}`, "0s")
    .addOption(
      new Option(
        "--exclude <what>",
        "count it as ready, too, while only this is away; as a proxy asks, so that the service's own errors pass",
      ).choices(EXCLUDABLE),
    )
    .option("--json", "the last answer as JSON", false);
  return withSettings(command, ADDRESS_SETTINGS).action(async (options) => {
    const waitMs = flagValue("--wait", options.wait, duration(WAIT).parse);
    const service =
      options.url === undefined
        ? ownService(options, context)
        : { url: urlOrThrow(options.url), isOwn: false };
    const query = options.exclude === undefined ? "" : `?exclude=${options.exclude}`;
    const answer = await lastAnswer({ ...service, path: `/readyz${query}` }, waitMs);
    if (options.json) await printData(context, `${toJson({ url: service.url, ...answer })}\n`);
    if (!answer.ready) throw new CommandError(`${service.url} is not ready: ${answer.reason}`);
    printMessage(context, `${service.url} is ready.`);
  });
}

interface Answer {
  readonly ready: boolean;
  /** Null where no answer came. */
  readonly status: number | null;
  /** Why it is not ready. */
  readonly reason: string | null;
}

/** Asks until the service is ready, or the time is over. */
async function lastAnswer(question: Question, waitMs: number): Promise<Answer> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const answer = await ask(question);
    if (answer.ready || performance.now() + PAUSE_MS > deadline) return answer;
    await Bun.sleep(PAUSE_MS);
  }
}

interface Asked {
  readonly url: string;
  /** On this very machine, by an address that is not the one in its certificate. */
  readonly isOwn: boolean;
}

interface Question extends Asked {
  readonly path: string;
}

async function ask({ url, path, isOwn }: Question): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const options = { signal, agent: false, rejectUnauthorized: !isOwn };
    const { status, body } = await get(url + path, options);
    if (status === 200) return { ready: true, status, reason: null };
    return { ready: false, status, reason: [`it answers ${status}`, ...messageOf(body)].join(": ") };
  } catch (error) {
    return { ready: false, status: null, reason: signal.aborted ? SILENCE : causeOf(error) };
  }
}

const SILENCE = `no answer within ${ANSWER_MS / 1_000} seconds`;

function causeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** The service's own words, where it is this service that answers. */
function messageOf(body: string): string[] {
  try {
    const { message } = JSON.parse(body);
    return typeof message === "string" ? [message] : [];
  } catch {
    return [];
  }
}

/** Not by `fetch`, which would ask whatever proxy HTTP_PROXY names for a service on this very machine. */
function get(url: string, options: https.RequestOptions): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? https.get : http.get;
    const request = send(url, options, (response) => {
      let body = "";
      const done = () => resolve({ status: response.statusCode ?? 0, body });
      response.setEncoding("utf8").on("data", (text: string) => {
        body += text;
        if (body.length < BODY_LENGTH_MAX) return;
        done();
        response.destroy();
      });
      response.on("end", done).on("error", reject);
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
