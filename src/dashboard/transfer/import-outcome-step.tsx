// Last step of an import: what was changed, what was not, and what can be done now.

import { useSelected } from "../state/use-selected.ts";
import { formatPlural } from "../language/format.ts";
import type { ImportStepProps } from "./import.ts";
import { doneText } from "../imports/finish-import.ts";
import { PersonText } from "../ui/person-text.tsx";

type Props = ImportStepProps<"ended">;

export function ImportOutcomeStep({ view }: Props) {
  const { name, outcome, problems } = view;
  return (
    <div role="status" class="outcome">
      {outcome.kind === "done" && (
        <>
          <p class="good">
            <b>{doneText(outcome.result)}</b>
          </p>
          <p>
            <PersonText text={name} /> is imported.
          </p>
        </>
      )}
      {outcome.kind === "unknown" && (
        <p class="warn">
          <b>
            It is not known whether <PersonText text={name} /> was imported.
          </b>{" "}
          {outcome.message}. Ask again: it is applied once.
        </p>
      )}
      {problems > 0 && <p>{formatPlural(problems, "row")} with problems left out.</p>}
    </div>
  );
}

export function ImportOutcomeActions({ dashboard, running, view }: Props) {
  const { outcome } = view;
  const isDone = outcome.kind === "done";
  const undo = outcome.kind === "done" ? outcome.undo : undefined;
  const canUndo = useSelected(
    dashboard.store,
    ({ undoable }) => undo !== undefined && undoable.includes(undo),
  );
  const undoAll = (): void => {
    dashboard.transfer.close();
    if (undo !== undefined) dashboard.undoStack.undo(undo);
  };
  return (
    <>
      {canUndo && (
        <button type="button" class="start" onClick={undoAll}>
          Undo the import
        </button>
      )}
      {!isDone && (
        <button type="button" class="primary" onClick={() => void running.askAgain()}>
          Ask again
        </button>
      )}
      <button type="button" class={isDone ? "primary" : ""} onClick={() => dashboard.transfer.close()}>
        Done
      </button>
    </>
  );
}
