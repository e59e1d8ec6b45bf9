// Forgets the counts of a stock-take, after a question.

import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import type { StockTake } from "./stock-take.ts";
import { countText } from "../language/en/count.ts";

interface DiscardProps {
  readonly stockTake: StockTake;
  /** How many pets were counted. */
  readonly counted: number;
}

export function Discard({ stockTake, counted }: DiscardProps) {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const discard = (): void => {
    close();
    void stockTake.discard();
  };
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        {countText.discard}
      </button>
      {isAsking && (
        <Dialog
          title={countText.discardAll}
          onClose={close}
          onSubmit={discard}
          footer={<DialogButtons action={countText.discard} isDanger autofocus="cancel" onCancel={close} />}
          isQuestion
        >
          <p>{countText.areForgotten(counted)}</p>
        </Dialog>
      )}
    </>
  );
}
