// Asks which key to use, after a link with another key was opened.

import type { Dashboard } from "../app/dashboard.ts";
import type { SessionState } from "../app/state.ts";
import { useSelected } from "../app/use-selected.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";

interface SwitchDialogProps {
  readonly dashboard: Dashboard;
  readonly offer: NonNullable<SessionState["offer"]>;
}

export function SwitchDialog({ dashboard, offer }: SwitchDialogProps) {
  const answer = (choice: "switch" | "stay"): void => dashboard.session.answerOffer(choice);
  const present = useSelected(dashboard.store, ({ me }) => me?.name);
  return (
    <Dialog
      title="Use the key of the link?"
      onClose={() => answer("stay")}
      onSubmit={() => answer("switch")}
      isQuestion
      footer={
        <DialogButtons
          action={offer.name === undefined ? "Use the link's key" : `Switch to ${offer.name}`}
          cancel={present === undefined ? "Stay signed in" : `Stay ${present}`}
          autofocus="cancel"
          onCancel={() => answer("stay")}
        />
      }
    >
      <p>
        {offer.name === undefined ? (
          "The link signs in with another key."
        ) : (
          <>
            The link signs in as <b>{offer.name}</b>.
          </>
        )}{" "}
        {present === undefined ? (
          "You are signed in already."
        ) : (
          <>
            You are signed in as <b>{present}</b>.
          </>
        )}{" "}
        Each change is recorded under the name of the key that makes it.
      </p>
    </Dialog>
  );
}
