// Undoes a revision, after a preview: what becomes of its pets, and which have changed since and would stay as they are.

import { useEffect, useState } from "preact/hooks";
import { type Conflict, PetstockError, type UndoResult } from "../../client/client.ts";
import type { PageProps } from "../app/dashboard.ts";
import { changeSetFailure } from "../edits/changes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons, Failure } from "../ui/dialog-end.tsx";
import { reasonInWords } from "../ui/reason-fields.tsx";
import { Time } from "../ui/time.tsx";
import { type ActivityEntry, petsInWords } from "./activity-source.ts";
import { actorInWords, petName } from "../ui/names.ts";
import { stockInWords } from "./movement-words.ts";
import { historyText } from "../language/en/history.ts";
import { RichText } from "../ui/rich-text.tsx";

interface UndoDialogProps extends PageProps {
  readonly entry: ActivityEntry;
  readonly onClose: () => void;
}

/** Listed by name. */
const CONFLICTS_SHOWN = 20;

/** Result of the undo's dry run. */
interface Preview {
  readonly result: UndoResult;
  /** Pets that have changed since, and would stay. */
  readonly conflicts: readonly Conflict[];
  readonly conflictsTotal: number;
}

export function UndoDialog({ dashboard, entry, onClose }: UndoDialogProps) {
  const { preview, error, setError } = usePreview({ dashboard, entry });
  const [isSending, setSending] = useState(false);
  const undo = async (skipChanged: boolean): Promise<void> => {
    setSending(true);
    try {
      await dashboard.changes.undo(entry.revision, { title: titleOf(entry), skipChanged });
      onClose();
    } catch (reason) {
      setError(historyText.notUndone(changeSetFailure(reason)));
      setSending(false);
    }
  };
  const result = preview?.result;
  const isEffective = result !== undefined && changedPets(result) + result.relabelled > 0;
  const isPartial = (preview?.conflictsTotal ?? 0) > 0;
  return (
    <Dialog
      title={historyText.undoTitle}
      // Its outcome must be seen.
      onClose={isSending ? undefined : onClose}
      onSubmit={() => isEffective && void undo(isPartial)}
      isQuestion
      class="undo-dialog"
      footer={
        <DialogButtons
          action={result === undefined ? historyText.undo : actionFor(result)}
          autofocus="cancel"
          isReady={isEffective}
          isSending={isSending}
          onCancel={onClose}
        />
      }
    >
      <p class="quiet">
        <RichText
          text={historyText.madeBy}
          parts={{
            reason: reasonInWords(entry.reason),
            actor: actorInWords(entry.actor),
            time: <Time at={entry.at} />,
          }}
        />
      </p>
      <div role="status" aria-live="polite">
        {preview === undefined && error === undefined && <p>{historyText.looking}</p>}
        {preview !== undefined && <PreviewText dashboard={dashboard} preview={preview} />}
      </div>
      <Failure message={error} />
    </Dialog>
  );
}

function PreviewText({ dashboard, preview }: PageProps & { readonly preview: Preview }) {
  const { result, conflicts, conflictsTotal } = preview;
  return (
    <>
      <p>{resultInWords(result)}</p>
      {conflictsTotal > 0 && (
        <>
          <p>{historyText.stay(conflictsTotal)}</p>
          <ul>
            {conflicts.slice(0, CONFLICTS_SHOWN).map((conflict) => (
              <li key={String(conflict.petId)}>{conflictInWords(conflict, dashboard)}</li>
            ))}
            {conflictsTotal > CONFLICTS_SHOWN && (
              <li>{historyText.moreStay(conflictsTotal - CONFLICTS_SHOWN)}</li>
            )}
          </ul>
        </>
      )}
    </>
  );
}

/** `2 pets return to what they were. The label of 1 pet returns to what it was.` */
function resultInWords({ created, updated, removed, relabelled }: UndoResult): string {
  const sentences = [
    updated > 0 && historyText.return(updated),
    created > 0 && historyText.comeBack(created),
    removed > 0 && historyText.leave(removed),
    relabelled > 0 && historyText.labelsReturn(relabelled),
  ].filter(Boolean);
  return sentences.length === 0 ? historyText.nothingLeft : sentences.join(" ");
}

/** Pets and labels overlap, so that both together have no number. */
function actionFor(result: UndoResult): string {
  const pets = changedPets(result);
  const { relabelled } = result;
  if (pets > 0 && relabelled === 0) return historyText.undoPets(pets);
  return pets === 0 && relabelled > 0 ? historyText.undoLabels(relabelled) : historyText.undo;
}

function conflictInWords(conflict: Conflict, { pets }: PageProps["dashboard"]): string {
  const { petId } = conflict;
  const current = pets.item(BigInt(petId)) ?? null;
  const name = petName(BigInt(petId), pets.label(BigInt(petId)));
  return historyText.stays(name, stockInWords(current));
}

function changedPets({ created, updated, removed }: UndoResult): number {
  return created + updated + removed;
}

function titleOf(entry: ActivityEntry): string {
  return historyText.title(reasonInWords(entry.reason), petsInWords(entry));
}

function usePreview({ dashboard, entry: { revision } }: Pick<UndoDialogProps, "dashboard" | "entry">) {
  const [preview, setPreview] = useState<Preview>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    readPreview({ dashboard, revision, signal: stop.signal }).then(setPreview, (reason: unknown) => {
      if (!stop.signal.aborted) setError(historyText.cannotUndo(changeSetFailure(reason)));
    });
    return () => stop.abort();
  }, [revision]);
  return { preview, error, setError };
}

interface PreviewOptions extends PageProps {
  readonly revision: number;
  readonly signal: AbortSignal;
}

async function readPreview({ dashboard, revision, signal }: PreviewOptions): Promise<Preview> {
  const { admin } = dashboard.session;
  try {
    const result = await admin.undo(revision, { dryRun: true, signal });
    return { result, conflicts: [], conflictsTotal: 0 };
  } catch (error) {
    if (!(error instanceof PetstockError) || error.code !== "changed_since") throw error;
    const { conflicts, conflictsTotal } = error;
    const result = await admin.undo(revision, { dryRun: true, skipChanged: true, signal });
    return { result, conflicts, conflictsTotal };
  }
}
