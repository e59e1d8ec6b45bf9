// petstock mcp: a Model Context Protocol server on standard input and output, for assistants, over the API of a running service.

import { Command } from "commander";
import type { Readable, Writable } from "node:stream";
import manifest from "../../package.json" with { type: "json" };
import { PetstockAdmin } from "../client/admin.ts";
import { RequestError } from "../client/errors.ts";
import { SettingError } from "../config.ts";
import { CommandError, type Context, EXIT, printMessage } from "./context.ts";

export function mcpCommand(context: Context): Command {
  return new Command("mcp")
    .description(
      "serve the Model Context Protocol on standard input and output, for assistants; started by their program",
    )
    .option(
      "--url <url>",
      "the service's address (env: PETSTOCK_URL); its API key is read from PETSTOCK_API_KEY",
    )
    .action(async (options: { url?: string }) => {
      const { url, admin } = connectOrThrow(options, context.env);
      const identity = await identityOrThrow(admin, url);
      printMessage(context, `petstock mcp: connected to ${url} as "${identity.name}" (${identity.role})`);
      const end = new AbortController();
      const onSignal = () => end.abort();
      context.process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
      // Loaded here: no other command needs it, and it takes 60 ms.
      const { serveMcp } = await import("../mcp/stdio.ts");
      await serveMcp({
        service: admin,
        identity,
        version: manifest.version,
        clock: context.clock,
        input: context.stdin.open() as Readable,
        output: context.stdout as unknown as Writable,
        signal: end.signal,
        onDefect: (tool, error) => printMessage(context, `petstock mcp: ${tool} failed: ${describe(error)}`),
        onProtocolError: ({ message }) => printMessage(context, `petstock mcp: ${message}`),
      });
      // A host may keep standard input open after a signal.
      context.process.exit(EXIT.done);
    });
}

function connectOrThrow(
  { url: flag }: { url?: string },
  env: Context["env"],
): { url: string; admin: PetstockAdmin } {
  const [url, apiKey] = [flag ?? env["PETSTOCK_URL"], env["PETSTOCK_API_KEY"]];
  if (!url) throw new SettingError("the service's address is missing: set PETSTOCK_URL, or use --url");
  if (!apiKey) throw new SettingError("the API key is missing: set PETSTOCK_API_KEY");
  try {
    return { url, admin: new PetstockAdmin({ url, apiKey }) };
  } catch {
    const rule =
      "the address must be like https://inventory.example, and the key one line of visible characters";
    throw new SettingError(`no connection to ${JSON.stringify(url)}: ${rule}`);
  }
}

async function identityOrThrow(admin: PetstockAdmin, url: string) {
  try {
    return await admin.me();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const hint =
      error.code === "route_not_found" ? "; this may be an older petstock without the Admin API" : "";
    throw new CommandError(`${url} cannot be used: ${error.message}${hint}`);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
