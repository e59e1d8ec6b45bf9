// petstock hooks: creates, lists, tests, pauses, resumes, rotates and deletes receivers of what changes.

import { Command } from "commander";
import { PROGRAM } from "../build.ts";
import { duration, SettingError } from "../config.ts";
import { HOOK_EVENTS, type HookEvent } from "../inventory/hook.ts";
import { OVERLAP } from "../keys/new-key.ts";
import type { CreatedHook, HookAdministration, HookFacts } from "./access.ts";
import { CommandError, type Context, printData, printMessage } from "./context.ts";
import { nameOrThrow } from "./create-key.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { flagValue, withSettings } from "./settings.ts";
import { table, toJson } from "./table.ts";

/** Without a service the command itself checks addresses and posts tests. */
const HOOK_SETTINGS = [...ACCESS_SETTINGS, "hookNetworks"] as const;

export function hooksCommand(context: Context): Command {
  return new Command("hooks")
    .description(
      "receivers to which the service posts what changes: create, list, test, pause, rotate, delete",
    )
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(testCommand(context))
    .addCommand(pauseCommand(context, "pause"))
    .addCommand(pauseCommand(context, "resume"))
    .addCommand(rotateCommand(context))
    .addCommand(deleteCommand(context));
}

function createCommand(context: Context): Command {
  const command = new Command("create")
    .description("create a hook; prints its secret, once")
    .requiredOption("--name <name>", "who receives")
    .requiredOption("--to <address>", "where messages are posted, such as https://erp.example/petstock")
    .option(
      "--events <events>",
      `what the receiver is told: ${HOOK_EVENTS.join(", ")}, or both with a comma`,
      "changes",
    )
    .option("--json", "as JSON, with the secret", false);
  return withSettings(command, HOOK_SETTINGS).action(async (options) => {
    const name = nameOrThrow("--name", options.name);
    const events = flagValue("--events", options.events, eventsOf);
    await withHooks({ options, context }, async (hooks) => {
      const created = await hooks.create({ name, url: options.to, events });
      if (created === "full")
        throw new CommandError("there are as many hooks as there may be; delete one that is not used");
      await showSecret(context, created, options.json);
    });
  });
}

function listCommand(context: Context): Command {
  const command = new Command("list")
    .description("list hooks, with what their deliveries have come to; secrets are never shown")
    .option("--json", "as JSON", false);
  return withSettings(command, ACCESS_SETTINGS).action((options) =>
    withHooks({ options, context }, async (hooks) => {
      const all = await hooks.list();
      await printData(context, options.json ? `${toJson(all)}\n` : hooksTable(all));
    }),
  );
}

function hooksTable(hooks: readonly HookFacts[]): string {
  const header = ["ID", "NAME", "TO", "EVENTS", "STATE", "LAG", "DELIVERED", "LAST ANSWER"];
  const rows = hooks.map(({ id, name, url, events, state, lag, deliveredAt, answer, pause }) => [
    id,
    name,
    url,
    events.join(","),
    pause === null || pause.reason === "request" ? state : `${state} (${pause.reason})`,
    String(lag),
    deliveredAt?.replace(/\.\d+Z$/, "Z") ?? "-",
    answer === null ? "-" : (answer.problem ?? String(answer.status)),
  ]);
  return table(header, rows);
}

function testCommand(context: Context): Command {
  const command = new Command("test")
    .description(
      "post a test message, and print what the receiver answers; fails unless it takes the message",
    )
    .argument("<id>", "the hook's id, as hooks list shows it");
  return withSettings(command, HOOK_SETTINGS).action((id: string, options) =>
    withHooks({ options, context }, async (hooks) => {
      const { status, problem } = foundOrThrow(id, await hooks.test(id));
      if (problem !== null)
        throw new CommandError(`the receiver of hook ${id} did not take the message: ${problem}`);
      printMessage(context, `The receiver of hook ${id} answered ${status}.`);
    }),
  );
}

function pauseCommand(context: Context, name: "pause" | "resume"): Command {
  const isPaused = name === "pause";
  const command = new Command(name)
    .description(
      isPaused
        ? "deliver nothing until the hook is resumed"
        : "deliver again, at once, with all that has changed meanwhile",
    )
    .argument("<id>", "the hook's id, as hooks list shows it");
  return withSettings(command, ACCESS_SETTINGS).action((id: string, options) =>
    withHooks({ options, context }, async (hooks) => {
      foundOrThrow(id, await hooks.pause(id, isPaused));
      printMessage(context, `Hook ${id} is ${isPaused ? "paused" : "resumed"}.`);
    }),
  );
}

function rotateCommand(context: Context): Command {
  const command = new Command("rotate")
    .description("give a hook a new secret, while the old one signs, too; prints the new one, once")
    .argument("<id>", "the hook's id, as hooks list shows it")
    .option(
      "--overlap <span>",
      `how long the old secret signs as well, from ${OVERLAP.min} to ${OVERLAP.max}`,
      OVERLAP.default,
    )
    .option("--json", "as JSON, with the secret", false);
  return withSettings(command, ACCESS_SETTINGS).action(async (id: string, options) => {
    const overlapMs = flagValue("--overlap", options.overlap, duration(OVERLAP).parse);
    await withHooks({ options, context }, async (hooks) =>
      showSecret(context, foundOrThrow(id, await hooks.rotate(id, overlapMs)), options.json),
    );
  });
}

function deleteCommand(context: Context): Command {
  const command = new Command("delete")
    .description("delete a hook: nothing more is delivered to it")
    .argument("<id>", "the hook's id, as hooks list shows it");
  return withSettings(command, ACCESS_SETTINGS).action((id: string, options) =>
    withHooks({ options, context }, async (hooks) => {
      if (!(await hooks.remove(id))) throw unknownHook(id);
      printMessage(context, `Hook ${id} is deleted.`);
    }),
  );
}

interface HookOptions {
  readonly options: Readonly<Record<string, unknown>>;
  readonly context: Context;
}

function withHooks(given: HookOptions, work: (hooks: HookAdministration) => Promise<void>): Promise<void> {
  return withAccess({ ...given, create: false }, ({ hooks }) => work(hooks));
}

/** If the output fails, the hook exists and its secret was not seen. */
function showSecret(context: Context, { facts, secret }: CreatedHook, isJson: boolean): Promise<void> {
  const { id, name, url } = facts;
  if (!isJson) printMessage(context, `Hook ${id} (${name}) posts to ${url}. Its secret, shown only now:`);
  const text = isJson ? toJson({ ...facts, secret }) : secret;
  const problem = `the secret of hook ${id} cannot be shown again: make a new one with "${PROGRAM} hooks rotate ${id}"`;
  return printData(context, `${text}\n`, problem);
}

function eventsOf(text: string): HookEvent[] {
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.find((word) => !(HOOK_EVENTS as readonly string[]).includes(word));
  if (unknown !== undefined)
    throw new SettingError(`${JSON.stringify(unknown)} is not one of ${HOOK_EVENTS.join(", ")}`);
  return HOOK_EVENTS.filter((event) => words.includes(event));
}

function foundOrThrow<T>(id: string, found: T | undefined): T {
  if (found === undefined) throw unknownHook(id);
  return found;
}

function unknownHook(id: string): CommandError {
  return new CommandError(`there is no hook ${JSON.stringify(id)}; "${PROGRAM} hooks list" shows all ids`);
}
