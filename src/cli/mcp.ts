// petstock mcp: a Model Context Protocol server on standard input and output, for assistants, over the API of a running service.

import { Command } from "commander";
import type { Readable, Writable } from "node:stream";
import { programBuild } from "../version.ts";
import { type PetstockAdmin, RequestError } from "../client/client.ts";
import { REMOTE_SETTINGS, SettingError } from "../config.ts";
import { type Context, EXIT, printMessage } from "./context.ts";
import { apiKeyOf } from "./open-access.ts";
import { remoteAdmin } from "./remote/admin.ts";
import { remoteFailure } from "./remote/failure.ts";
import { settingsOf, withSettings } from "./settings.ts";

export function mcpCommand(context: Context): Command {
  const command = new Command("mcp").description(
    "serve the Model Context Protocol on standard input and output, for assistants; their program starts it",
  );
  return withSettings(command, ["url", "apiKeyFile"]).action(async (options) => {
    const { url } = settingsOf(["url"], options, context.env);
    if (url === undefined) {
      const { flag, env } = REMOTE_SETTINGS.url;
      throw new SettingError(`the service's address is missing: set ${env}, or use ${flag}`);
    }
    const apiKey = apiKeyOf(options, context.env);
    const admin = remoteAdmin(context, { url, apiKey });
    const identity = await admin.me().catch((error: unknown) => {
      throw error instanceof RequestError ? remoteFailure(error, url) : error;
    });
    const store = identity.store === undefined ? "" : `, the store "${identity.store}",`;
    say(context, `connected to ${url}${store} as "${identity.name}" (${identity.role})`);
    await serve(context, { admin, apiKey, identity });
    // A host may keep standard input open after a signal.
    context.process.exit(EXIT.done);
  });
}

interface Connected {
  readonly admin: PetstockAdmin;
  readonly apiKey: string;
  readonly identity: Awaited<ReturnType<PetstockAdmin["me"]>>;
}

/** Until standard input ends, or a signal arrives. */
async function serve(context: Context, { admin, apiKey, identity }: Connected): Promise<void> {
  const end = new AbortController();
  const onSignal = () => end.abort();
  context.process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  // Loaded here: no other command needs it, and it takes 60 ms.
  const { serveMcp } = await import("../mcp/stdio.ts");
  await serveMcp({
    service: admin,
    apiKey,
    identity,
    version: programBuild(context.env).version,
    clock: context.clock,
    input: context.stdin.open() as Readable,
    output: context.stdout as unknown as Writable,
    signal: end.signal,
    onDefect: (tool, cause) => say(context, `${tool} failed: ${cause}`),
    onProtocolError: ({ message }) => say(context, message),
  });
}

function say(context: Context, message: string): void {
  printMessage(context, `petstock mcp: ${message}`);
}
