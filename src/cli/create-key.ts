// petstock keys create. The key, or a link with it, is printed once, here; only its hash is stored.

import { Command } from "commander";
import { PROGRAM } from "../build.ts";
import { duration, oneOf, SettingError } from "../config.ts";
import { type Role, ROLES } from "../inventory/role.ts";
import { EXPIRY, type NewKey, problemOfName } from "../keys/new-key.ts";
import { signInLink } from "../sign-in-link.ts";
import type { CreatedKey, KeyFacts } from "./access.ts";
import { type Context, printData, printMessage } from "./context.ts";
import { explainLink, LINK_OPTION, linkBase } from "./link.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { flagValue, optionWith, withSettings } from "./settings.ts";
import { timeText, toJson } from "./table.ts";

/** The rights that each role adds. */
const RIGHTS =
  "a reader reads, a clerk sets quantities, a manager changes everything else, an admin also manages keys";
const DEFAULT_ROLE: Role = "clerk";

export function createKeyCommand(context: Context): Command {
  const command = new Command("create")
    .description("create a key and print it, once; it works at once on a running server")
    .requiredOption("--name <name>", "what the key is for, such as till-3; shown in the ledger")
    .option("--account <account>", "the account that owns the key", "default")
    .addOption(optionWith(ROLES, "--role <role>", `what the key may do: ${RIGHTS}; default: ${DEFAULT_ROLE}`))
    .option("--read-only", "the earlier name of --role reader")
    .option(
      "--expires <span>",
      `how long the key is valid, such as 90d, from ${EXPIRY.min} to ${EXPIRY.max}; default: forever`,
    )
    .addOption(LINK_OPTION)
    .option("--json", "as JSON", false);
  return withSettings(command, ACCESS_SETTINGS).action(async (options) => {
    const wanted = wantedKey(options);
    const base = linkBase(options, context.env);
    await withAccess({ options, context, create: true }, async ({ keys }) => {
      const created = await keys.create(wanted);
      const link = base === undefined ? undefined : signInLink(base, created.key);
      if (options.json) return showJson(context, created, link);
      printMessage(context, `Key ${described(created.facts)}. ${onlyOnce(link)}`);
      await showOnce(context, created, link ?? created.key);
      if (link !== undefined) await explainLink(context, link);
      if (options.readOnly) printMessage(context, "--read-only is now called --role reader.");
    });
  });
}

function onlyOnce(link: string | undefined): string {
  return link === undefined
    ? "This is the only time it is shown:"
    : "This link signs in with it, and is shown only this time:";
}

interface CreateOptions {
  readonly name: string;
  readonly account: string;
  readonly role?: string;
  readonly readOnly?: true;
  readonly expires?: string;
}

/** Throws a SettingError. */
function wantedKey({ name, account, expires, ...options }: CreateOptions): NewKey {
  return {
    name: nameOrThrow("--name", name),
    account: nameOrThrow("--account", account),
    role: roleOf(options),
    expiresInMs: expires === undefined ? null : flagValue("--expires", expires, duration(EXPIRY).parse),
  };
}

function roleOf({ role, readOnly }: Pick<CreateOptions, "role" | "readOnly">): Role {
  const given = role === undefined ? undefined : flagValue("--role", role, oneOf("<role>", ROLES).parse);
  if (readOnly === undefined) return given ?? DEFAULT_ROLE;
  if (given !== undefined && given !== "reader")
    throw new SettingError(`--read-only makes a reader, and --role a ${given}: give only --role`);
  return "reader";
}

/** The name of a key or an account. */
function nameOrThrow(flag: string, text: string): string {
  const problem = problemOfName(text);
  if (problem !== undefined) throw new SettingError(`${flag}: ${problem}`);
  return text;
}

function showJson(context: Context, created: CreatedKey, link: string | undefined): Promise<void> {
  const { key, facts } = created;
  return showOnce(context, created, toJson({ ...facts, key, ...(link !== undefined && { link }) }));
}

/** Prints a text with the new key. If the output fails, the key exists and was not seen: it should be revoked. */
export function showOnce(context: Context, { facts: { id } }: CreatedKey, text: string): Promise<void> {
  return printData(
    context,
    `${text}\n`,
    `key ${id} was created and cannot be shown again: revoke it with "${PROGRAM} keys revoke ${id}"`,
  );
}

/** Its id, name, role and end, in one line. */
export function described({ id, account, name, role, expiresAt }: KeyFacts): string {
  const end = expiresAt === null ? "never expires" : `expires ${timeText(expiresAt)}`;
  return `${id} (${account}/${name}, ${role}, ${end})`;
}
