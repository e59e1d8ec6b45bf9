// petstock keys create. The key, or a link that gives it to a browser, is printed once, here; only hashes are stored.

import { Command } from "commander";
import { duration, oneOf, SettingError } from "../config.ts";
import { type Role, ROLES } from "../inventory/role.ts";
import { EXPIRY, type NewKey, problemOfName } from "../keys/new-key.ts";
import { codeLink } from "../sign-in-link.ts";
import type { CreatedKey, KeyFacts } from "./access.ts";
import { type Context, printMessage } from "./context.ts";
import { showOnce } from "./show-once.ts";
import { LINK_OPTION, LINK_VALID_OPTION, type LinkWish, linkWish, showLink } from "./link.ts";
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
    .addOption(LINK_VALID_OPTION)
    .option("--json", "as JSON", false);
  return withSettings(command, ACCESS_SETTINGS).action(async (options) => {
    const wish = linkWish(options, context.env);
    const wanted = wantedKey(options, wish);
    await withAccess({ options, context, create: true }, async ({ keys }) => {
      const created = await keys.create(wanted);
      if (options.json) return showJson(context, created, wish);
      await showSecret(context, created, wish, `Key ${described(created.facts)}.`);
      if (options.readOnly) printMessage(context, "--read-only is now called --role reader.");
    });
  });
}

/** Prints a new key, or its link; `what` was done comes before it. */
export async function showSecret(
  context: Context,
  created: CreatedKey,
  wish: LinkWish | undefined,
  what: string,
): Promise<void> {
  if (wish !== undefined) return showLink(context, created, wish.base, what);
  printMessage(context, `${what} This is the only time it is shown:`);
  await showOnce(context, created, created.secret);
}

interface CreateOptions {
  readonly name: string;
  readonly account: string;
  readonly role?: string;
  readonly readOnly?: true;
  readonly expires?: string;
}

/** Throws a SettingError. */
function wantedKey(
  { name, account, expires, ...options }: CreateOptions,
  link: LinkWish | undefined,
): NewKey {
  return {
    name: nameOrThrow("--name", name),
    account: nameOrThrow("--account", account),
    role: roleOf(options),
    expiresInMs: expires === undefined ? null : flagValue("--expires", expires, duration(EXPIRY).parse),
    linkValidMs: link?.validMs ?? null,
  };
}

function roleOf({ role, readOnly }: Pick<CreateOptions, "role" | "readOnly">): Role {
  const given = role === undefined ? undefined : flagValue("--role", role, oneOf("<role>", ROLES).parse);
  if (readOnly === undefined) return given ?? DEFAULT_ROLE;
  if (given !== undefined && given !== "reader")
    throw new SettingError(`--read-only makes a reader, and --role a ${given}: give only --role`);
  return "reader";
}

/** The name of a key, an account or a hook. */
export function nameOrThrow(flag: string, text: string): string {
  const problem = problemOfName(text);
  if (problem !== undefined) throw new SettingError(`${flag}: ${problem}`);
  return text;
}

function showJson(context: Context, created: CreatedKey, wish: LinkWish | undefined): Promise<void> {
  const { secret, facts } = created;
  const shown =
    wish === undefined
      ? { ...facts, key: secret }
      : { ...facts, link: { ...facts.link, url: codeLink(wish.base, secret) } };
  return showOnce(context, created, toJson(shown));
}

/** Its id, name, role and end, in one line. */
export function described({ id, account, name, role, expiresAt }: KeyFacts): string {
  const end = expiresAt === null ? "never expires" : `expires ${timeText(expiresAt)}`;
  return `${id} (${account}/${name}, ${role}, ${end})`;
}
