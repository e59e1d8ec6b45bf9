// Asks whether the key of a link signs in: instead of another one, or where nobody is signed in.

import type { Dashboard } from "../app/dashboard.ts";
import type { LinkQuestion } from "../app/state.ts";
import { useSelected } from "../app/use-selected.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { roleText } from "../ui/role-text.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";

interface LinkDialogProps {
  readonly dashboard: Dashboard;
  readonly question: LinkQuestion;
}

export function LinkDialog({ dashboard, question: { me } }: LinkDialogProps) {
  const isIn = useSelected(dashboard.store, ({ session }) => session.phase === "in");
  const present = useSelected(dashboard.store, (state) => state.me?.name);
  const answer = (choice: "use" | "leave"): void => dashboard.session.answerOffer(choice);
  const stay = present === undefined ? "Stay signed in" : `Stay ${isolated(present)}`;
  const verb = isIn ? "Switch to" : "Sign in as";
  return (
    <Dialog
      title={
        isIn
          ? "Use the key of the link?"
          : me === undefined
            ? "Sign in by this link?"
            : `Sign in as ${isolated(me.name)}?`
      }
      onClose={() => answer("leave")}
      onSubmit={() => answer("use")}
      isQuestion
      footer={
        <DialogButtons
          action={
            me === undefined ? (isIn ? "Use the link's key" : "Sign in") : `${verb} ${isolated(me.name)}`
          }
          cancel={isIn ? stay : "Not now"}
          // Who works under a name gives it up only on purpose.
          autofocus={isIn ? "cancel" : "action"}
          onCancel={() => answer("leave")}
        />
      }
    >
      <p>
        The link signs this browser in to <b>{location.host}</b>{" "}
        {me === undefined ? (
          "with a key whose name cannot be read here."
        ) : (
          <>
            as{" "}
            <b>
              <PersonText text={me.name} />
            </b>{" "}
            ({roleText(me.role).name}: {roleText(me.role).rights}).
          </>
        )}{" "}
        {isIn &&
          (present === undefined ? (
            "You are signed in already. "
          ) : (
            <>
              You are signed in as{" "}
              <b>
                <PersonText text={present} />
              </b>
              .{" "}
            </>
          ))}
        Use it only if it was made for you: each change is recorded under the name of the key that makes it.
      </p>
      <p class="quiet">
        The browser's history keeps the link, which holds the key. On a computer that others use, sign in by
        the key alone.
      </p>
    </Dialog>
  );
}
