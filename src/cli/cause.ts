// The flags --reason and --note: why a command changes stock or labels, for the ledger.

import type { Command } from "commander";
import { SettingError } from "../config.ts";
import {
  isStatedReason,
  STATED_REASONS,
  type StatedCause,
  type StatedReason,
} from "../inventory/movement.ts";
import { noteProblem } from "../inventory/note.ts";
import { withoutKeys } from "../inventory/redact.ts";
import { optionWith } from "./settings.ts";

export function withCause(command: Command): Command {
  return command
    .addOption(optionWith(STATED_REASONS, "--reason <reason>", "why, for the ledger"))
    .option("--note <text>", "a note for the ledger");
}

/** The cause by the options of a command. Throws a SettingError. */
export function causeOf({ reason, note }: { readonly reason?: string; readonly note?: string }): StatedCause {
  return {
    ...(reason !== undefined && { reason: reasonOrThrow(reason) }),
    ...(note !== undefined && { note: noteOrThrow(note) }),
  };
}

function reasonOrThrow(text: string): StatedReason {
  if (isStatedReason(text)) return text;
  throw new SettingError(`--reason: ${JSON.stringify(text)} is not one of ${STATED_REASONS.join(", ")}`);
}

function noteOrThrow(text: string): string {
  const problem = noteProblem(text);
  if (problem === undefined) return text;
  throw new SettingError(`--note: ${JSON.stringify(withoutKeys(text).slice(0, 40))} ${problem}`);
}
