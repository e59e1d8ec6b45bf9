// The text that `serve --quickstart` prints on standard output.

import type { Service } from "../service/service.ts";
import { PROGRAM } from "../build.ts";
import { type Config, describeDatabase } from "../config.ts";
import type { Log } from "../inventory/log.ts";
import { printable } from "../printable.ts";
import { signInLink } from "../sign-in-link.ts";
import { type Context, count, printData } from "./context.ts";
import { writeKeyFile, type Quickstart } from "./quickstart.ts";

/** Prints what to do next. The key is printed on a terminal, and written into a file otherwise. */
export async function welcome(
  context: Context,
  { pets, key }: Quickstart,
  { service, config, log }: { service: Service; config: Config; log: Log },
): Promise<void> {
  const onTerminal = context.stdout.isTTY === true;
  const keyFile = key !== undefined && !onTerminal ? await writeKeyFile(key) : undefined;
  if (keyFile !== undefined) log.info("first_key_written", { path: keyFile });
  const url = service.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  const lines = [`petstock is listening on ${url}`];
  if (pets > 0) lines.push(`It holds ${count(pets, "animal")} from ${describeDatabase(config.database)}.`);
  if (key === undefined) {
    // The first key cannot be shown again: only its hash is stored.
    const create = `${PROGRAM} keys create --name NAME --role ROLE --link ${url}`;
    lines.push(`For a link that signs in to the dashboard: ${create}`);
  } else {
    if (keyFile === undefined) {
      lines.push(
        "",
        "Open this link to sign in to the dashboard (your browser keeps it in its history):",
        "",
        `  ${signInLink(url, key)}`,
      );
      lines.push("", "Your API key, shown only this once:", "", `  ${key}`);
    }
    const header = `-H "Authorization: Bearer ${keyFile === undefined ? key : `$(cat ${keyFile})`}"`;
    const update = `-X PATCH -H "Content-Type: application/json" -d '{"quantity": 12}'`;
    lines.push("", "List the stock, and set one pet's:", "");
    lines.push(`  curl ${header} ${url}/v1/inventory`);
    lines.push(`  curl ${header} ${update} ${url}/v1/inventory/734980`);
  }
  const how = keyFile === undefined ? "" : `, with the key in ${keyFile}`;
  lines.push("", `The dashboard: ${url}${how}`, `Read about it, and try it out: ${url}/docs`);
  const written = printData(context, `${lines.map(printable).join("\n")}\n`);
  // A key that was not printed is lost, so the start fails; the text alone is not important enough for that.
  await (key === undefined || keyFile !== undefined ? written.catch(() => {}) : written);
}
