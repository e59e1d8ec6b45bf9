// Links that sign in to the dashboard: the options that ask for one, its address, and its QR code; and keys link, which makes a new
// one.

import { Command, Option } from "commander";
import { PROGRAM } from "../build.ts";
import { duration, serviceUrl, SettingError, SETTINGS } from "../config.ts";
import { LINK_VALID } from "../keys/new-key.ts";
import { codeLink, isLoopback } from "../sign-in-link.ts";
import type { CreatedKey, LinkRenewed } from "./access.ts";
import { CommandError, type Context, printData, printMessage } from "./context.ts";
import { ACCESS_SETTINGS, serviceUrlOf, withAccess } from "./open-access.ts";
import { ADDRESS_SETTINGS, networkUrl } from "./own-address.ts";
import { qrCode } from "./qr-code.ts";
import { flagValue, settingsOf, withSettings } from "./settings.ts";
import { showOnce } from "./show-once.ts";
import { timeText } from "./table.ts";

type Options = Readonly<Record<string, unknown>>;

const ADDRESS = `default address: of --url, or from ${SETTINGS.host.env} and ${SETTINGS.port.env}`;

export const LINK_OPTION = new Option(
  "--link [url]",
  `instead of the key print a link that signs a browser in to the dashboard, once; with a QR code on a terminal; ${ADDRESS}`,
);

const VALID = `how long the link can be opened, from ${LINK_VALID.min} to ${LINK_VALID.max}`;

export const LINK_VALID_OPTION = new Option(
  "--link-valid <span>",
  `with --link: ${VALID}; default: ${LINK_VALID.default}`,
);

/** A link that is to be made instead of a key. */
export interface LinkWish {
  /** The service's address. */
  readonly base: string;
  readonly validMs: number;
}

/** Undefined without `--link`. Throws a SettingError. */
export function linkWish(options: Options, env: Context["env"]): LinkWish | undefined {
  const { link, linkValid } = options;
  if (link !== undefined) return { base: baseOf(link, options, env), validMs: validMsOf(linkValid) };
  if (linkValid !== undefined)
    throw new SettingError("--link-valid needs --link: the key itself has --expires");
  return undefined;
}

function validMsOf(text: unknown = LINK_VALID.default): number {
  return flagValue("--link-valid", String(text), duration(LINK_VALID).parse);
}

/** Throws a SettingError. */
function baseOf(url: unknown, options: Options, env: Context["env"]): string {
  if (typeof url === "string") return flagValue("--link", url, serviceUrl.parse);
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

export function linkCommand(context: Context): Command {
  const command = new Command("link")
    .description("make a new link for a key whose link was not opened yet; the former link stops at once")
    .argument("<id>", "the key's id, as keys list shows it")
    .argument("[url]", `the service's address for the link; ${ADDRESS}`)
    .option("--link-valid <span>", VALID, LINK_VALID.default);
  return withSettings(command, ACCESS_SETTINGS).action(
    async (id: string, url: string | undefined, options) => {
      const base = baseOf(url, options, context.env);
      const validMs = validMsOf(options.linkValid);
      await withAccess({ options, context, create: false }, async ({ keys }) => {
        const outcome = await keys.renewLink(id, validMs);
        if (outcome.kind !== "linked") throw new CommandError(notLinked(id, outcome));
        await showLink(context, outcome.created, base, `Key ${id} has a new link.`);
      });
    },
  );
}

function notLinked(id: string, outcome: Exclude<LinkRenewed, { kind: "linked" }>): string {
  switch (outcome.kind) {
    case "unknown":
      return `there is no key ${JSON.stringify(id)}; "${PROGRAM} keys list" shows all ids`;
    case "opened":
      return `key ${id} exists already, so it gets no link; nothing was changed. Replace it with "${PROGRAM} keys rotate ${id} --link"`;
    default: {
      const past = outcome.kind === "revoked" ? "was revoked" : "expired";
      return `key ${id} ${past} on ${timeText(outcome.at)}; nothing was changed: create a new one with "${PROGRAM} keys create"`;
    }
  }
}

/** Prints a link and its QR code, and says where the link does not work, or is not safe. */
export async function showLink(
  context: Context,
  created: CreatedKey,
  base: string,
  what: string,
): Promise<void> {
  const link = codeLink(base, created.secret);
  const end = timeText(created.facts.link?.expiresAt ?? null);
  printMessage(context, `${what} This link signs one browser in with it, once, until ${end}:`);
  await showOnce(context, created, link);
  await explainLink(context, link);
}

async function explainLink(context: Context, link: string): Promise<void> {
  if (isLoopback(link)) {
    const other = `${SETTINGS.host.flag} 0.0.0.0`;
    printMessage(
      context,
      `The link works on this machine only. For a phone or another computer, start the service with ${other}, and make the link with its address there: http://ADDRESS:PORT`,
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
