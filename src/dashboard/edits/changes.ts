// Changes of several pets, or of more than a quantity: each is one revision, applied whole or not at all.

import {
  type ApplyOptions,
  type ApplyRowsOptions,
  type ChangeSet,
  type ChangeSetResult,
  PetstockError,
  type Rows,
  type UndoOptions,
  type UndoResult,
} from "../../client/client.ts";
import type { Change } from "../state/state.ts";
import { editsText } from "../language/en/edits.ts";
import { errorText, problemText } from "../language/error-text.ts";
import type { SessionContext } from "./session-context.ts";
import { failureMessage } from "./failure-message.ts";
import type { UndoStack } from "./undo-stack.ts";

/** Without a preview: previews are asked of `session.admin` with `dryRun`. */
interface Titled {
  /** The notice's text: "3 pets set to sold". */
  readonly title: string;
  /** Of an undo: the title of what it takes back. */
  readonly undoes?: string;
  /** How to take it back where the service refuses to undo its revision (`Change.inverse`). */
  readonly inverse?: ChangeSet["changes"] | undefined;
}

interface Applied {
  /** Unknown for an undo, and for rows. */
  readonly petIds: ReadonlySet<bigint> | "unknown";
}

/** An event follows the answer, where another server made the change, by half a second at most. */
const ARRIVES_WITHIN_MS = 1000;

export class Changes {
  readonly #context: SessionContext;
  readonly #undoStack: UndoStack;
  /** Changes being applied or just applied: their events may precede or follow the answer. */
  readonly #recent = new Set<Applied>();

  constructor(context: SessionContext, undoStack: UndoStack) {
    this.#context = context;
    this.#undoStack = undoStack;
  }

  /** Whether a change of the pet that arrives now is most likely this page's own. */
  isOwn(petId: bigint): boolean {
    for (const { petIds } of this.#recent) if (petIds === "unknown" || petIds.has(petId)) return true;
    return false;
  }

  /**
   * Reports success with a notice that undoes it. Throws the client's errors, for the caller to show: `invalid_changes` with
   * `problems`, `precondition_failed` with `conflicts`; `failureMessage` says the others in words. A caller that stores
   * `idempotencyKey` first can send the same changes again after a reload: they are applied once.
   */
  apply(
    changeSet: ChangeSet,
    { title, inverse, ...options }: Titled & Omit<ApplyOptions, "dryRun">,
  ): Promise<ChangeSetResult> {
    const petIds = new Set(changeSet.changes.map(({ petId }) => BigInt(petId)));
    const send = () => this.#context.admin().applyChanges(changeSet, options);
    return this.#run({ title, inverse, petIds }, send);
  }

  /** The same with rows of an import, up to 64 MiB: objects, or the text of a CSV or NDJSON file. */
  applyRows(
    rows: Rows,
    { title, ...options }: Titled & Omit<ApplyRowsOptions, "dryRun">,
  ): Promise<ChangeSetResult> {
    return this.#run({ title, petIds: "unknown" }, () => this.#context.admin().applyRows(rows, options));
  }

  /** Undoes any revision, also those of others. Throws `changed_since` with `conflicts`. */
  undo(revision: number, { title, ...options }: Titled & Omit<UndoOptions, "dryRun">): Promise<UndoResult> {
    const send = () => this.#context.admin().undo(revision, options);
    return this.#run({ title: editsText.undone(title), undoes: title, petIds: "unknown" }, send);
  }

  /** Can be undone from the moment it is sent: Ctrl+Z before the answer must not undo an older change. */
  async #run<T extends ChangeSetResult>(titled: Titled & Applied, send: () => Promise<T>): Promise<T> {
    const client = this.#context.client();
    const sent = send();
    this.#noteOwn(titled, sent);
    const change = sent.then(
      (result) => changeOf(titled, result),
      () => undefined,
    );
    void this.#undoStack.addPending(titled, change);
    try {
      const result = await sent;
      if (this.#context.isCurrent(client) && !isEffective(result)) this.#notifyNothing(titled);
      return result;
    } catch (error) {
      this.#context.onKeyError(error, client);
      throw error;
    }
  }

  #noteOwn(applied: Applied, sent: Promise<unknown>): void {
    this.#recent.add(applied);
    const forget = (): void => void this.#recent.delete(applied);
    const later = (): void => void setTimeout(forget, ARRIVES_WITHIN_MS);
    sent.then(later, forget);
  }

  #notifyNothing({ title }: Titled): void {
    const text = editsText.nothingChanged(title);
    this.#context.store.set({ notice: { text, tone: "good", undo: undefined } });
  }
}

function isEffective({ created, updated, removed, relabelled }: ChangeSetResult): boolean {
  return created + updated + removed + relabelled > 0;
}

function changeOf({ title, inverse }: Titled, result: ChangeSetResult): Change | undefined {
  return isEffective(result) ? { title, revision: result.revision, inverse } : undefined;
}

/** Why a change set was not applied, in one sentence without a full stop. */
export function changeSetFailure(error: unknown): string {
  if (!(error instanceof PetstockError)) return failureMessage(error);
  const { problems, problemsTotal } = error;
  const [problem] = problems;
  if (problem !== undefined) {
    const { petId } = problem;
    const found = problemText(problem);
    const first = petId === undefined ? found : editsText.problemOf(String(petId), found);
    return problemsTotal > 1 ? editsText.moreProblems(first, problemsTotal - 1) : first;
  }
  return error.conflicts.length === 0
    ? failureMessage(error)
    : editsText.nothingApplied(changedMeanwhile(error));
}

/** What others have changed, of an error that says so. */
export function changedMeanwhile({ conflicts: [conflict], conflictsTotal }: PetstockError): string {
  if (conflict === undefined) return errorText({ code: "plan_changed", message: "" });
  const petId = String(conflict.petId);
  return conflictsTotal > 1 ? editsText.changedPets(petId, conflictsTotal - 1) : editsText.changedPet(petId);
}
