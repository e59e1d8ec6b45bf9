// Backups for a command; on PostgreSQL, the error that names PostgreSQL's own tool.

import { openBackups } from "../engines.ts";
import { describeDatabase } from "../config.ts";
import type { Backups } from "../inventory/backups.ts";
import { CommandError, type Context, EXIT } from "./context.ts";
import { STORE_SETTINGS } from "./open-store.ts";
import { showProgress } from "./progress.ts";
import { settingsOf } from "./settings.ts";

export interface Opened {
  readonly backups: Backups;
  /** Without password, for messages. */
  readonly database: string;
}

/** `instead` gives the command line of PostgreSQL's own tool. Throws a CommandError. */
export function openBackupsOrThrow(
  {
    options,
    context,
    create,
  }: { options: Readonly<Record<string, unknown>>; context: Context; create: boolean },
  instead: (url: string) => string,
): Opened {
  const settings = settingsOf(STORE_SETTINGS, options, context.env);
  const backups = openBackups({ ...settings, create, startWorker: context.startWorker });
  const database = describeDatabase(settings.database);
  if (backups !== undefined) return { backups, database };
  throw new CommandError(
    `this command is for SQLite. On PostgreSQL, run ${instead(database)} (see docs/backup.md)`,
    EXIT.usage,
  );
}

/** The label of one step's progress. */
interface StepLabel {
  /** Such as `Backing up data/petstock.db`. */
  readonly what: string;
  readonly unit: string;
  /** How many of what is counted make one of `unit`. */
  readonly per: number;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
}

export const MEGABYTES = { unit: "MB", per: 1_000_000 };

/** Shows one progress bar at a time: that of the step that reported last. */
export function showSteps<Step extends string>(
  context: Context,
  labels: Readonly<Record<Step, StepLabel>>,
): Disposable & { readonly onProgress: (step: Step, done: number, total: number) => void } {
  let shown: { step: Step; progress: ReturnType<typeof showProgress> } | undefined;
  return {
    onProgress(step, done, total) {
      const { what, unit, per } = labels[step];
      if (shown?.step !== step) {
        shown?.progress[Symbol.dispose]();
        shown = { step, progress: showProgress(context, what, total, unit) };
      }
      shown.progress.update(done, Math.round((10 * done) / per) / 10);
    },
    [Symbol.dispose]: () => shown?.progress[Symbol.dispose](),
  };
}
