// The move of an inventory from one store to another, in an order in which nothing that was acknowledged is left behind:
// the target is locked, the source retired, all of it copied from one snapshot, read back, proved, and only then there.

import { PROGRAM } from "../build.ts";
import { type CopyStage, NotEmptyError, type RowBatch } from "../inventory/copy.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Retirement } from "../inventory/retirement.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { Verification } from "../inventory/verification.ts";
import { CommandError, count } from "./context.ts";
import { Fingerprint } from "./fingerprint.ts";
import { showProgress } from "./progress.ts";

/** One of the two databases, and its name in words that may be shown. */
export interface Place {
  readonly store: InventoryStore;
  readonly name: string;
}

export interface Move {
  readonly from: Place;
  readonly to: Place;
  /** Leave the source in use: the copy is for trying. */
  readonly keepSource: boolean;
  /** Breaks it off between two portions. */
  readonly signal: AbortSignal;
}

export interface Moved extends Verification {
  readonly keys: number;
}

/** Throws a CommandError; then the source goes on and the target is empty, unless the message says otherwise. */
export async function moveInventory(move: Move): Promise<Moved> {
  const { from, to, keepSource } = move;
  const retired = keepSource ? undefined : await from.store.retirement();
  if (retired !== undefined && retired.to !== to.name) throw movedElsewhere(move, retired);
  const expected = await proofOf(from);
  await using stage = await stageOrThrow(move, { retired, revision: expected.position.revision });
  if (keepSource) return await transfer(move, stage, expected);
  const retirement: Retirement = { at: Date.now(), to: to.name };
  try {
    await from.store.retire(retirement);
    return await transfer(move, stage, expected);
  } catch (error) {
    throw await takenBack(move, { retirement, error });
  }
}

/** Before anything is retired: what does not fold here would not there either. */
async function proofOf({ store, name }: Place): Promise<Verification> {
  const verification = await store.verify();
  if (verification.problems.length === 0) return verification;
  throw new CommandError(
    `the ledger of ${name} does not fold to the stock, so it was not copied; "${PROGRAM} verify" says where`,
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

function movedElsewhere({ from }: Move, { to }: Retirement): CommandError {
  return new CommandError(
    `the inventory of ${from.name} has moved to ${to} already; copy it from there, or add --keep-source to copy what it was`,
  );
}

async function transfer(
  { from, to, signal }: Move,
  stage: CopyStage,
  expected: Verification,
): Promise<Moved> {
  const rows = expected.pets + expected.movements;
  const sent = new Fingerprint();
  await counted(`Copying ${from.name}`, rows, signal, (tick) =>
    from.store.exportAll(async (portion) => {
      await stage.add(portion);
      sent.add(portion);
      await tick(portion);
    }),
  );
  const arrived = new Fingerprint();
  await counted(`Reading ${to.name} back`, rows, signal, (tick) =>
    stage.readBack(async (portion) => {
      arrived.add(portion);
      await tick(portion);
    }),
  );
  const difference = sent.differenceTo(arrived);
  if (difference !== undefined)
    throw new CommandError(`${to.name} does not keep what it is given: ${difference}`);
  const verification = await stage.commit();
  const [problem] = verification.problems;
  if (problem !== undefined) throw new CommandError(`the copy in ${to.name} does not fold: ${problem}`);
  return { ...verification, keys: sent.rowsOf("api_key") };
}

type Tick = (portion: RowBatch) => Promise<void>;

async function counted(
  what: string,
  total: number,
  signal: AbortSignal,
  work: (tick: Tick) => Promise<unknown>,
): Promise<void> {
  using progress = showProgress(what, total);
  let done = 0;
  await work(async ({ rows }) => {
    done += rows.length;
    progress.update(done, done);
    // The embedded engine answers at once: without a turn for others no signal would ever be heard.
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  });
}

/** Lets the source go on, and gives the error that says so. */
async function takenBack(
  { from, to }: Move,
  { retirement, error }: { retirement: Retirement; error: unknown },
): Promise<unknown> {
  const again = "run the same command again: it says whether the move is done, or does it";
  if (error instanceof StoreError && error.code === "outcome_unknown") {
    return new CommandError(
      `${error.message}; whether ${to.name} has the inventory is not known, and ${from.name} stays retired. When it is back, ${again}`,
    );
  }
  const failure = await from.store.unretire(retirement).catch((cause: unknown) => String(cause));
  const isExpected = error instanceof CommandError || error instanceof StoreError;
  // Somebody else has moved it meanwhile.
  const isTheirs = error instanceof StoreError && error.code === "retired";
  if (!isExpected || isTheirs) return error;
  const rest =
    failure === undefined
      ? `${from.name} goes on as before`
      : `${from.name} may still be retired (${failure}). When it is back, ${again}`;
  return new CommandError(`${error.message}; nothing was copied, and ${rest}`);
}
