// Asks whether to sign in with the key of a link: instead of the current key, or where the browser has none.

import type { Me } from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";
import type { LinkQuestion } from "../state/state.ts";
import { useSelected } from "../state/use-selected.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import { ROLE_TEXTS } from "../state/roles.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";

interface LinkDialogProps {
  readonly dashboard: Dashboard;
  readonly question: LinkQuestion;
}

export function LinkDialog({ dashboard, question: { me } }: LinkDialogProps) {
  const isIn = useSelected(dashboard.store, ({ session }) => session.phase === "in");
  const current = useSelected(dashboard.store, (state) => state.me?.name);
  const answer = (choice: "use" | "leave"): void => dashboard.session.answerOffer(choice);
  const stay = current === undefined ? "Stay signed in" : `Stay ${isolated(current)}`;
  const name = me && isolated(me.name);
  const signIn = name === undefined ? "Sign in" : `Sign in as ${name}`;
  const change = name === undefined ? "Use the link's key" : `Switch to ${name}`;
  return (
    <Dialog
      title={isIn ? "Use the key of the link?" : `${name === undefined ? "Sign in by this link" : signIn}?`}
      onClose={() => answer("leave")}
      onSubmit={() => answer("use")}
      isQuestion
      footer={
        <DialogButtons
          action={isIn ? change : signIn}
          cancel={isIn ? stay : "Not now"}
          // Who works under a name gives it up only on purpose.
          autofocus={isIn ? "cancel" : "action"}
          onCancel={() => answer("leave")}
        />
      }
    >
      <p>
        The link signs this browser in to <b>{location.host}</b>{" "}
        {me === undefined ? "with a key whose name cannot be read here." : <AsMe me={me} />}{" "}
        {isIn && <SignedInAs name={current} />} Use it only if it was made for you: each change is recorded
        under the name of the key that makes it.
      </p>
      <p class="quiet">
        The browser's history keeps the link, which holds the key. On a computer that others use, sign in by
        the key alone.
      </p>
    </Dialog>
  );
}

function AsMe({ me: { name, role } }: { readonly me: Me }) {
  return (
    <>
      as <BoldName name={name} /> ({ROLE_TEXTS[role].name}: {ROLE_TEXTS[role].rights}).
    </>
  );
}

function SignedInAs({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return "You are signed in already.";
  return (
    <>
      You are signed in as <BoldName name={name} />.
    </>
  );
}

function BoldName({ name }: { readonly name: string }) {
  return (
    <b>
      <PersonText text={name} />
    </b>
  );
}
