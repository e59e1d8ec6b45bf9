// The text that `serve --quickstart` prints on standard output.

import type { Service } from "../service/service.ts";
import { PROGRAM } from "../build.ts";
import { type Config, describeDatabase } from "../config.ts";
import type { Log } from "../inventory/log.ts";
import { LINK_VALID } from "../keys/new-key.ts";
import { printable } from "../printable.ts";
import { codeLink } from "../sign-in-link.ts";
import { type Context, count, printData } from "./context.ts";
import { writeKeyFile, type Quickstart } from "./quickstart.ts";

/** As words, of the default of links. */
const LINK_VALID_TEXT = LINK_VALID.default.replace("m", " minutes");

/** Prints what to do next. The key is printed on a terminal, and written into a file otherwise. */
export async function welcome(
  context: Context,
  { pets, key, code }: Quickstart,
  { service, config, log }: { service: Service; config: Config; log: Log },
): Promise<void> {
  const onTerminal = context.stdout.isTTY === true;
  const keyFile = key !== undefined && !onTerminal ? await writeKeyFile(key) : undefined;
  if (keyFile !== undefined) log.info("first_key_written", { path: keyFile });
  const url = service.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  const store = config.storeName === undefined ? "" : ` for the store "${config.storeName}"`;
  const lines = [`petstock is listening on ${url}${store}`];
  if (pets > 0) lines.push(`It holds ${count(pets, "animal")} from ${describeDatabase(config.database)}.`);
  if (code !== undefined) {
    lines.push("", `Open this link to sign in to the dashboard. It works once, within ${LINK_VALID_TEXT}:`);
    lines.push("", `  ${codeLink(url, code)}`);
  }
  if (key === undefined && code === undefined) {
    const create = `${PROGRAM} keys create --name NAME --role ROLE --link ${url}`;
    lines.push(`For a link that signs in to the dashboard: ${create}`);
  }
  if (key !== undefined) {
    if (keyFile === undefined) lines.push("", "Your API key, shown only this once:", "", `  ${key}`);
    const header = `-H "Authorization: Bearer ${keyFile === undefined ? key : `$(cat ${keyFile})`}"`;
    const update = `-X PATCH -H "Content-Type: application/json" -d '{"quantity": 12}'`;
    lines.push("", "List the stock, and set one pet's:", "");
    lines.push(`  curl ${header} ${url}/v1/inventory`);
    lines.push(`  curl ${header} ${update} ${url}/v1/inventory/734980`);
  }
  const how = keyFile === undefined ? "" : `, with the key in ${keyFile}`;
  lines.push("", `The dashboard: ${url}${how}`, `Read about it, and try it out: ${url}/docs`);
  const written = printData(context, `${lines.map(printable).join("\n")}\n`);
  // A key that was not printed is lost, so the start fails; the text alone is not important enough for that, nor a link: each start makes one.
  await (key === undefined || keyFile !== undefined ? written.catch(() => {}) : written);
}
