// Forgets the counts of a stock-take, after a question.

import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import { formatPlural } from "../language/format.ts";
import type { StockTake } from "./stock-take.ts";

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
        Discard
      </button>
      {isAsking && (
        <Dialog
          title="Discard this stock-take?"
          onClose={close}
          onSubmit={discard}
          footer={<DialogButtons action="Discard" isDanger autofocus="cancel" onCancel={close} />}
          isQuestion
        >
          <p>The counts of {formatPlural(counted, "pet")} are forgotten. The inventory does not change.</p>
        </Dialog>
      )}
    </>
  );
}
