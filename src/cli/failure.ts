// An error as the user of the command line sees it: a message of one line, and an exit code.

import { CommanderError } from "commander";
import { PROGRAM } from "../build.ts";
import { SettingError } from "../config.ts";
import { StoreError } from "../inventory/store-error.ts";
import { CommandError, EXIT, BrokenPipeError } from "./context.ts";

export interface Failure {
  readonly exitCode: number;
  /** The message: one line, several for a defect with its stack, none if the message has been printed already. */
  readonly lines: readonly string[];
}

/** The end of a message if a change may have been made. */
export const UNKNOWN_OUTCOME = `; it is unknown whether the change was made: check "${PROGRAM} history" or "${PROGRAM} keys list" before you repeat it`;

export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage, lines: [] };
  }
  if (error instanceof BrokenPipeError) return { exitCode: EXIT.done, lines: [] };
  const message = messageOf(error);
  const lines = message === undefined ? defectOf(error) : [`petstock: ${message}`];
  return { exitCode: exitCodeOf(error), lines };
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  return error instanceof SettingError ? EXIT.usage : EXIT.failed;
}

/** Undefined for a defect. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof CommandError || error instanceof SettingError) return error.message;
  if (error instanceof StoreError)
    return error.message + (error.code === "outcome_unknown" ? UNKNOWN_OUTCOME : "");
  if (isSystemError(error)) return `${error.path} cannot be used: ${error.message}`;
  return undefined;
}

function defectOf(error: unknown): readonly string[] {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `petstock: internal error, please report it: ${cause}`.split("\n");
}

/** An error of the system about a file, such as ENOTDIR, ENAMETOOLONG or EACCES: not a defect of the program. */
function isSystemError(error: unknown): error is Error & { path: string } {
  return error instanceof Error && "syscall" in error && "path" in error && typeof error.path === "string";
}
