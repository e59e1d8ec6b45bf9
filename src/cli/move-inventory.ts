// Moves an inventory from one store to another without losing an acknowledged change: lock the target, retire the source,
// copy all rows from one snapshot, read them back, compare, verify, and only then commit the target.

import { PROGRAM } from "../build.ts";
import { type CopyStage, NotEmptyError, type OnRowBatch } from "../inventory/copy.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Retirement } from "../inventory/retirement.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { Verification } from "../inventory/maintenance.ts";
import { CommandError, type Context, count } from "./context.ts";
import { Fingerprint } from "./fingerprint.ts";
import { type Progress, showProgress } from "./progress.ts";

/** The source or the target. */
interface NamedStore {
  readonly store: InventoryStore;
  /** For messages, without user and password. */
  readonly name: string;
}

export interface Move {
  readonly from: NamedStore;
  readonly to: NamedStore;
  /** Copy only: the source is not retired. */
  readonly keepSource: boolean;
  /** Interrupts the copy between two portions. */
  readonly signal: AbortSignal;
}

export interface MoveResult extends Verification {
  readonly keys: number;
  readonly labels: number;
}

/** Throws a CommandError: the source is then still in use and the target empty, unless the message says otherwise. */
export async function moveInventory(context: Context, move: Move): Promise<MoveResult> {
  const { from, to, keepSource } = move;
  const retired = keepSource ? undefined : await from.store.retirement();
  if (retired !== undefined && retired.to !== to.name) throw movedElsewhereError(move, retired);
  const expected = await verifyOrThrow(from);
  await using stage = await stageOrThrow(move, { retired, revision: expected.position.revision });
  if (keepSource) return await copyAndVerify(context, move, stage);
  const retirement: Retirement = { at: context.clock.now(), to: to.name };
  try {
    await from.store.retire(retirement);
    return await copyAndVerify(context, move, stage);
  } catch (error) {
    throw await unretireSource(move, { retirement, error });
  }
}

/** Before the source is retired: a ledger that does not fold here does not fold in the target either. */
async function verifyOrThrow({ store, name }: NamedStore): Promise<Verification> {
  const verification = await store.verify();
  if (verification.problems.length === 0) return verification;
  throw new CommandError(
    `the ledger of ${name} does not fold to the stock, so it was not copied; "${PROGRAM} verify" lists the problems`,
  );
}

async function stageOrThrow(
  { from, to }: Move,
  { retired, revision }: { retired: Retirement | undefined; revision: number },
): Promise<CopyStage> {
  try {
    return await to.store.stageCopy();
  } catch (error) {
    if (!(error instanceof NotEmptyError)) throw error;
    const held = `it is at revision ${error.revision} and has ${count(error.keys, "API key")}`;
    if (retired === undefined || error.revision < revision) {
      throw new CommandError(`${to.name} is not empty (${held}); name a database that holds nothing yet`);
    }
    throw new CommandError(`the inventory of ${from.name} has moved to ${to.name} already (${held})`);
  }
}

function movedElsewhereError({ from }: Move, { to }: Retirement): CommandError {
  return new CommandError(
    `the inventory of ${from.name} has moved to ${to} already; move it from there, or add --keep-source to copy its state at that time`,
  );
}

async function copyAndVerify(
  context: Context,
  { from, to, signal }: Move,
  stage: CopyStage,
): Promise<MoveResult> {
  const sent = new Fingerprint();
  await withProgress(context, `Copying ${from.name}`, signal, (tick) =>
    from.store.exportAll(async (portion, rowsInAll) => {
      await stage.add(portion);
      sent.add(portion);
      await tick(portion, rowsInAll);
    }),
  );
  const arrived = new Fingerprint();
  await withProgress(context, `Reading ${to.name} back`, signal, (tick) =>
    stage.readBack(async (portion, rowsInAll) => {
      arrived.add(portion);
      await tick(portion, rowsInAll);
    }),
  );
  const difference = sent.differenceTo(arrived);
  if (difference !== undefined)
    throw new CommandError(`${to.name} did not store what was written to it: ${difference}`);
  const verification = await stage.commit();
  const [problem] = verification.problems;
  if (problem !== undefined)
    throw new CommandError(`the copied ledger in ${to.name} does not fold to the stock: ${problem}`);
  return { ...verification, keys: sent.rowsOf("api_key"), labels: sent.rowsOf("label") };
}

async function withProgress(
  context: Context,
  what: string,
  signal: AbortSignal,
  work: (tick: OnRowBatch) => Promise<unknown>,
): Promise<void> {
  let progress: Progress | undefined;
  let done = 0;
  try {
    await work(async ({ rows }, rowsInAll) => {
      progress ??= showProgress(context, what, rowsInAll);
      done += rows.length;
      progress.update(done, done);
      // The embedded engine works synchronously: without this turn of the event loop no signal would be handled.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    });
  } finally {
    progress?.[Symbol.dispose]();
  }
}

/** Takes the source's retirement back. Returns the error to report, which says whether the source is in use again. */
async function unretireSource(
  { from, to }: Move,
  { retirement, error }: { retirement: Retirement; error: unknown },
): Promise<unknown> {
  const again = "run the same command again: it finishes the move, or reports that it is done";
  if (error instanceof StoreError && error.code === "outcome_unknown") {
    return new CommandError(
      `${error.message}; whether ${to.name} has the inventory is not known, and ${from.name} stays retired. When ${to.name} is back, ${again}`,
    );
  }
  const failure = await from.store.unretire(retirement).catch((cause: unknown) => String(cause));
  const isExpected = error instanceof CommandError || error instanceof StoreError;
  const wasMovedMeanwhile = error instanceof StoreError && error.code === "retired";
  if (!isExpected || wasMovedMeanwhile) return error;
  const sourceState =
    failure === undefined
      ? `${from.name} is unchanged and in use`
      : `${from.name} may still be retired (${failure}). When it is back, ${again}`;
  return new CommandError(`${error.message}; nothing was moved, and ${sourceState}`);
}
