// Backups as a command uses them; and what to do instead where the database has tools of its own.

import { openBackups } from "../engines.ts";
import { describeDatabase } from "../config.ts";
import type { Backups } from "../inventory/backups.ts";
import { CommandError, type Context, EXIT } from "./context.ts";
import { STORE_SETTINGS } from "./open-store.ts";
import { showProgress } from "./progress.ts";
import { settingsOf } from "./settings.ts";

export interface Opened {
  readonly backups: Backups;
  /** The database's name in words. */
  readonly database: string;
}

/** `instead` gives the line for PostgreSQL's own tool. */
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
    `PostgreSQL has tools of its own for this: ${instead(database)} (docs/backup.md says more)`,
    EXIT.usage,
  );
}

/** A step of long work, and what is counted in it. */
export interface StepWords {
  readonly what: string;
  readonly unit: string;
  /** How much one of the unit is. */
  readonly per: number;
}

export const MEGABYTES = { unit: "MB", per: 1_000_000 };

/** A bar for each step, from its first report to that of the next. */
export function showSteps<Step extends string>(
  context: Context,
  words: Readonly<Record<Step, StepWords>>,
): Disposable & { readonly onProgress: (step: Step, done: number, total: number) => void } {
  let shown: { step: Step; progress: ReturnType<typeof showProgress> } | undefined;
  return {
    onProgress(step, done, total) {
      const { what, unit, per } = words[step];
      if (shown?.step !== step) {
        shown?.progress[Symbol.dispose]();
        shown = { step, progress: showProgress(context, what, total, unit) };
      }
      shown.progress.update(done, Math.round((10 * done) / per) / 10);
    },
    [Symbol.dispose]: () => shown?.progress[Symbol.dispose](),
  };
}
