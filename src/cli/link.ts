// keys create --link: the address of the dashboard that the link opens, and the link as a QR code.

import { Option } from "commander";
import { serviceUrl, SettingError, SETTINGS } from "../config.ts";
import { isLoopback } from "../sign-in-link.ts";
import { type Context, printData, printMessage } from "./context.ts";
import { serviceUrlOf } from "./open-access.ts";
import { ADDRESS_SETTINGS, networkUrl } from "./own-address.ts";
import { qrCode } from "./qr-code.ts";
import { flagValue, settingsOf } from "./settings.ts";

type Options = Readonly<Record<string, unknown>>;

export const LINK_OPTION = new Option(
  "--link [url]",
  `print a link that signs in to the dashboard, with a QR code on a terminal; not for shared computers, because browsers keep it in their history; default address: of --url, or from ${SETTINGS.host.env} and ${SETTINGS.port.env}`,
);

/** The service's address for the link; undefined without `--link`. Throws a SettingError. */
export function linkBase(options: Options, env: Context["env"]): string | undefined {
  const { link } = options;
  if (link === undefined) return undefined;
  if (typeof link === "string") return flagValue("--link", link, serviceUrl.parse);
  return serviceUrlOf(options, env) ?? ownBase(env);
}

function ownBase(env: Context["env"]): string {
  const settings = settingsOf(ADDRESS_SETTINGS, {}, env);
  if (settings.port === 0)
    throw new SettingError(
      `--link: with ${SETTINGS.port.env}=0 the service listens on any free port: give its address, as in --link http://127.0.0.1:8080`,
    );
  return networkUrl(settings);
}

const KEPT =
  "The browser that opens the link keeps it in its history: for a computer that others use, create a key without --link.";

/** Shows the link's QR code on a terminal, and says where the link does not work, or is not safe. */
export async function explainLink(context: Context, link: string): Promise<void> {
  printMessage(context, KEPT);
  if (isLoopback(link)) {
    const other = `${SETTINGS.host.flag} 0.0.0.0`;
    printMessage(
      context,
      `The link works on this machine only. For a phone or another computer, start the service with ${other}, and create a key with its address there: --link http://ADDRESS:PORT`,
    );
    return;
  }
  if (context.stdout.isTTY === true) await showQrCode(context, link);
  if (link.startsWith("http:"))
    printMessage(context, "The address is without TLS: others on the network could read the key.");
}

async function showQrCode(context: Context, link: string): Promise<void> {
  const code = qrCode(link, context);
  if (code === undefined) printMessage(context, "The terminal is too narrow for the link's QR code.");
  else await printData(context, `\n${code}\n`);
}
