// petstock ready: asks a running service whether it is ready, for places without an HTTP client: a container's health check,
// the start of a systemd unit, a script that restarts servers one by one.

import http from "node:http";
import https from "node:https";
import { Command, Option } from "commander";
import { duration, serviceUrl } from "../config.ts";
import { EXCLUDABLE } from "../contract/readyz.ts";
import { CommandError, type Context, printData, printMessage } from "./context.ts";
import { ADDRESS_SETTINGS, ownUrl } from "./own-address.ts";
import { flagValue, settingsOf, withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

/** A service that answers more slowly is not ready. */
const ANSWER_MS = 3_000;
const PAUSE_MS = 200;
/** Longer than any error body of the service; another program may answer with anything. */
const BODY_LENGTH_MAX = 4_096;

const WAIT = { min: "0s", max: "1h" };

export function readyCommand(context: Context): Command {
  const command = new Command("ready")
    .description("ask a running service whether it is ready; exit code 0 if it is, 1 if not")
    .option("--url <url>", "the address of the service; default: from --host and --port")
    .option("--wait <duration>", `how long to keep asking, from ${WAIT.min} to ${WAIT.max}`, "0s")
    .addOption(
      new Option(
        "--exclude <what>",
        "accept a service that is not ready only because of this, so that a proxy passes on the service's own errors",
      ).choices(EXCLUDABLE),
    )
    .option("--json", "print the last answer as JSON", false);
  return withSettings(command, ADDRESS_SETTINGS).action(async (options) => {
    const waitMs = flagValue("--wait", options.wait, duration(WAIT).parse);
    const service =
      options.url === undefined
        ? ownService(options, context)
        : { url: new URL(flagValue("--url", options.url, serviceUrl.parse)).origin, isOwn: false };
    const query = options.exclude === undefined ? "" : `?exclude=${options.exclude}`;
    const answer = await poll({ ...service, path: `/readyz${query}` }, waitMs);
    if (options.json) await printData(context, `${toJson({ url: service.url, ...answer })}\n`);
    if (!answer.ready) throw new CommandError(`${service.url} is not ready: ${answer.reason}`);
    printMessage(context, `${service.url} is ready.`);
  });
}

interface Answer {
  readonly ready: boolean;
  /** Null without an answer. */
  readonly status: number | null;
  /** Why it is not ready. */
  readonly reason: string | null;
}

/** Asks until the service is ready or the time is over; resolves with the last answer. */
async function poll(probe: Probe, waitMs: number): Promise<Answer> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const answer = await ask(probe);
    if (answer.ready || performance.now() + PAUSE_MS > deadline) return answer;
    await Bun.sleep(PAUSE_MS);
  }
}

interface ServiceAddress {
  readonly url: string;
  /** On this machine: the certificate names another address, so it is not checked. */
  readonly isOwn: boolean;
}

interface Probe extends ServiceAddress {
  readonly path: string;
}

async function ask({ url, path, isOwn }: Probe): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const options = { signal, agent: false, rejectUnauthorized: !isOwn };
    const { status, body } = await get(url + path, options);
    if (status === 200) return { ready: true, status, reason: null };
    return { ready: false, status, reason: [`it answers ${status}`, ...messageOf(body)].join(": ") };
  } catch (error) {
    return { ready: false, status: null, reason: signal.aborted ? NO_ANSWER : causeOf(error) };
  }
}

const NO_ANSWER = `no answer within ${ANSWER_MS / 1_000} seconds`;

function causeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** The message of an error body; none if another program answers. */
function messageOf(body: string): string[] {
  try {
    const { message } = JSON.parse(body);
    return typeof message === "string" ? [message] : [];
  } catch {
    return [];
  }
}

/** Not `fetch`, which would send the request to the proxy of HTTP_PROXY. */
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

function ownService(options: Readonly<Record<string, unknown>>, { env }: Context): ServiceAddress {
  return { url: ownUrl(settingsOf(ADDRESS_SETTINGS, options, env)), isOwn: true };
}
