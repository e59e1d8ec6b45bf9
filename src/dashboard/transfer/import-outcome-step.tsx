// Last step of an import: what was changed, what was not, and what can be done now.

import { useSelected } from "../state/use-selected.ts";
import { transferText } from "../language/en/transfer.ts";
import type { ImportStepProps } from "./import.ts";
import { doneText } from "../imports/finish-import.ts";
import { PersonText } from "../ui/person-text.tsx";
import { RichText } from "../ui/rich-text.tsx";

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
            <RichText text={transferText.imported} parts={{ name: <PersonText text={name} /> }} />
          </p>
        </>
      )}
      {outcome.kind === "unknown" && (
        <p class="warn">
          <b>
            <RichText text={transferText.notKnown} parts={{ name: <PersonText text={name} /> }} />
          </b>{" "}
          {transferText.askAgainWhy(outcome.message)}
        </p>
      )}
      {problems > 0 && <p>{transferText.problemsLeftOut(problems)}</p>}
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
          {transferText.undoImport}
        </button>
      )}
      {!isDone && (
        <button type="button" class="primary" onClick={() => void running.askAgain()}>
          {transferText.askAgain}
        </button>
      )}
      <button type="button" class={isDone ? "primary" : ""} onClick={() => dashboard.transfer.close()}>
        {transferText.done}
      </button>
    </>
  );
}
