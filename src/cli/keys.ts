// petstock keys: creates (create-key.ts), lists, rotates and revokes API keys.

import { Command } from "commander";
import { PROGRAM } from "../build.ts";
import { duration } from "../config.ts";
import type { RevocationOutcome } from "../inventory/key-store.ts";
import { keyState, type KeyState } from "../inventory/key-expiry.ts";
import { OVERLAP } from "../keys/new-key.ts";
import type { KeyFacts, KeyRotated } from "./access.ts";
import { CommandError, type Context, printMessage, printData } from "./context.ts";
import { createKeyCommand, described, showOnce } from "./create-key.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { flagValue, withSettings } from "./settings.ts";
import { actorText, table, timeText, toJson } from "./table.ts";

export function keysCommand(context: Context): Command {
  return new Command("keys")
    .description("create, list, rotate and revoke API keys")
    .addCommand(createKeyCommand(context))
    .addCommand(listCommand(context))
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
    keyState(key, now).replace("_", " "),
    timeText(key.createdAt),
    timeText(key.expiresAt),
    timeText(key.lastUsedAt),
    historyOf(key, successors.get(key.id) ?? []),
  ]);
  return table(header, rows);
}

/** Who made, replaced and revoked it; a key can be replaced more than once. */
function historyOf({ createdBy, replaces, ...key }: KeyFacts, successors: readonly KeyFacts[]): string {
  const made = `made by ${actorText(createdBy)}${replaces === null ? "" : ` to replace ${replaces}`}`;
  const replaced = successors.map(
    ({ id, createdAt, createdBy: by }) => `replaced by ${id} on ${timeText(createdAt)} by ${actorText(by)}`,
  );
  const { revokedAt, revokedBy } = key;
  const revoked = revokedBy === null ? [] : [`revoked on ${timeText(revokedAt)} by ${actorText(revokedBy)}`];
  return [made, ...replaced, ...revoked].join("; ");
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
    );
  return withSettings(command, ACCESS_SETTINGS).action(async (id: string, options) => {
    const overlapMs = flagValue("--overlap", options.overlap, duration(OVERLAP).parse);
    await withAccess({ options, context, create: false }, async ({ keys }) => {
      const outcome = await keys.rotate(id, overlapMs);
      if (outcome.kind !== "rotated") throw new CommandError(refusalOf(id, outcome));
      const { old, successor } = outcome;
      const end = old.revokedAt === null ? `expires ${timeText(old.expiresAt)}` : "is revoked";
      printMessage(context, `Key ${described(successor.facts)} replaces ${id}, which ${end}.`);
      printMessage(context, "This is the only time it is shown:");
      await showOnce(context, successor, successor.key);
    });
  });
}

function refusalOf(id: string, outcome: Exclude<KeyRotated, { kind: "rotated" }>): string {
  if (outcome.kind === "unknown") return unknownKey(id);
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
  return `key ${id} is the last usable key with the role admin; nothing was changed. Create another one first, or revoke it with --force`;
}
