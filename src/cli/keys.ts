// petstock keys: creates (create-key.ts), lists, makes links (link.ts), rotates and revokes API keys.

import { Command } from "commander";
import { PROGRAM } from "../build.ts";
import { duration } from "../config.ts";
import type { RevocationOutcome } from "../inventory/key-store.ts";
import { keyState, type KeyState } from "../inventory/key-expiry.ts";
import { OVERLAP } from "../keys/new-key.ts";
import type { KeyFacts, KeyRotated } from "./access.ts";
import { CommandError, type Context, printMessage, printData } from "./context.ts";
import { createKeyCommand, described, showSecret } from "./create-key.ts";
import { LINK_OPTION, LINK_VALID_OPTION, linkCommand, linkWish } from "./link.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { flagValue, withSettings } from "./settings.ts";
import { actorText, table, timeText, toJson } from "./table.ts";

export function keysCommand(context: Context): Command {
  return new Command("keys")
    .description("create, list, rotate and revoke API keys, and make links that sign in")
    .addCommand(createKeyCommand(context))
    .addCommand(listCommand(context))
    .addCommand(linkCommand(context))
    .addCommand(rotateCommand(context))
    .addCommand(revokeCommand(context));
}

function listCommand(context: Context): Command {
  const command = new Command("list")
    .description("list keys by id and name; the keys themselves are never shown")
    .option("--account <account>", "only the keys of this account")
    .option("--json", "as JSON", false);
  return withSettings(command, ACCESS_SETTINGS).action((options) =>
    withAccess({ options, context, create: false }, async (access) => {
      const all = await access.keys.list();
      const keys = all.filter(({ account }) => options.account === undefined || account === options.account);
      const now = context.clock.now();
      const facts = () => toJson(keys.map((key) => publicPart(key, now)));
      await printData(context, options.json ? `${facts()}\n` : keysTable({ keys, all, now }));
    }),
  );
}

function publicPart(key: KeyFacts, now: number): KeyFacts & { state: KeyState } {
  return { ...key, state: keyState(key, now) };
}

interface KeysTableOptions {
  readonly keys: readonly KeyFacts[];
  /** Also those that are not shown. */
  readonly all: readonly KeyFacts[];
  readonly now: number;
}

function keysTable({ keys, all, now }: KeysTableOptions): string {
  const header = ["ID", "ACCOUNT", "NAME", "ROLE", "STATE", "CREATED", "EXPIRES", "LAST USED", "HISTORY"];
  const successors = Map.groupBy(all, ({ replaces }) => replaces);
  const rows = keys.map((key) => [
    key.id,
    key.account,
    key.name,
    key.role,
    KEY_STATES[keyState(key, now)],
    timeText(key.createdAt),
    timeText(key.expiresAt),
    timeText(key.lastUsedAt),
    historyOf(key, successors.get(key.id) ?? []),
  ]);
  return table(header, rows);
}

/** As a person reads them. */
export const KEY_STATES: Readonly<Record<KeyState, string>> = {
  active: "active",
  expires_soon: "expires soon",
  expired: "expired",
  revoked: "revoked",
  link_waiting: "not opened yet",
  link_expired: "link expired",
};

/** Who made, replaced and revoked it; a key can be replaced more than once. */
function historyOf({ createdBy, replaces, link, ...key }: KeyFacts, successors: readonly KeyFacts[]): string {
  const made = `made by ${actorText(createdBy)}${replaces === null ? "" : ` to replace ${replaces}`}`;
  const replaced = successors.map(
    ({ id, createdAt, createdBy: by }) => `replaced by ${id} on ${timeText(createdAt)} by ${actorText(by)}`,
  );
  const { revokedAt, revokedBy } = key;
  const revoked = revokedBy === null ? [] : [`revoked on ${timeText(revokedAt)} by ${actorText(revokedBy)}`];
  const opened =
    link === null
      ? []
      : [
          link.openedAt === null
            ? `link until ${timeText(link.expiresAt)}`
            : `link opened on ${timeText(link.openedAt)}`,
        ];
  return [made, ...opened, ...replaced, ...revoked].join("; ");
}

function rotateCommand(context: Context): Command {
  const command = new Command("rotate")
    .description(
      "create a key that replaces another, which stays valid for a while; prints the new one, once",
    )
    .argument("<id>", "the old key's id, as keys list shows it")
    .option(
      "--overlap <span>",
      `how long the old key stays valid, from ${OVERLAP.min} to ${OVERLAP.max}; ${OVERLAP.min} revokes it at once`,
      OVERLAP.default,
    )
    .addOption(LINK_OPTION)
    .addOption(LINK_VALID_OPTION);
  return withSettings(command, ACCESS_SETTINGS).action(async (id: string, options) => {
    const overlapMs = flagValue("--overlap", options.overlap, duration(OVERLAP).parse);
    const wish = linkWish(options, context.env);
    const linkValidMs = wish?.validMs ?? null;
    await withAccess({ options, context, create: false }, async ({ keys }) => {
      const outcome = await keys.rotate(id, { overlapMs, linkValidMs });
      if (outcome.kind !== "rotated") throw new CommandError(refusalOf(id, outcome));
      const { old, successor } = outcome;
      const end = old.revokedAt === null ? `expires ${timeText(old.expiresAt)}` : "is revoked";
      await showSecret(
        context,
        successor,
        wish,
        `Key ${described(successor.facts)} replaces ${id}, which ${end}.`,
      );
    });
  });
}

function refusalOf(id: string, outcome: Exclude<KeyRotated, { kind: "rotated" }>): string {
  switch (outcome.kind) {
    case "unknown":
      return unknownKey(id);
    case "unopened":
      return `the link of key ${id} was never opened, so there is no key to rotate; make a new link with "${PROGRAM} keys link ${id}"`;
    case "last_admin":
      return lastAdmin(id, "rotate it without --link");
    default:
  }
  const past = outcome.kind === "revoked" ? "was revoked" : "expired";
  const how = `nothing was changed; create a new one with "${PROGRAM} keys create"`;
  return `key ${id} ${past} on ${timeText(outcome.at)} and cannot be rotated: ${how}`;
}

function unknownKey(id: string): string {
  return `there is no key ${JSON.stringify(id)}; "${PROGRAM} keys list" shows all ids`;
}

function revokeCommand(context: Context): Command {
  const command = new Command("revoke")
    .description("revoke a key, on every server within one second")
    .argument("<id>", "the key's id, as keys list shows it")
    .option("--force", "revoke even the last key that can manage keys", false);
  return withSettings(command, ACCESS_SETTINGS).action((id: string, options) =>
    withAccess({ options, context, create: false }, async ({ keys }) => {
      const outcome = await keys.revoke(id, { force: options.force });
      if (outcome !== "revoked") throw new CommandError(notRevoked(id, outcome));
      printMessage(context, `Key ${id} is revoked.`);
    }),
  );
}

function notRevoked(id: string, outcome: Exclude<RevocationOutcome["kind"], "revoked">): string {
  if (outcome === "unknown") return unknownKey(id);
  return lastAdmin(id, "revoke it with --force");
}

function lastAdmin(id: string, advice: string): string {
  return `key ${id} is the last usable key with the role admin; nothing was changed. Create another one first, or ${advice}`;
}
