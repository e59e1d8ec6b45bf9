// Asks whether to sign in with the key of a link: instead of the current key, or where the browser has none.

import { accountText } from "../language/en/account.ts";
import type { Dashboard } from "../app/dashboard.ts";
import type { LinkQuestion } from "../state/state.ts";
import { useSelected } from "../state/use-selected.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import { ROLE_TEXTS } from "../state/roles.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";
import { RichText } from "../ui/rich-text.tsx";

interface LinkDialogProps {
  readonly dashboard: Dashboard;
  readonly question: LinkQuestion;
}

export function LinkDialog({ dashboard, question: { me, once } }: LinkDialogProps) {
  const isIn = useSelected(dashboard.store, ({ session }) => session.phase === "in");
  const current = useSelected(dashboard.store, (state) => state.me?.name);
  const answer = (choice: "use" | "leave"): void => dashboard.session.answerOffer(choice);
  const stay = current === undefined ? accountText.stay : accountText.stayAs(isolated(current));
  const name = me && isolated(me.name);
  const signIn = name === undefined ? accountText.signIn : accountText.signInAs(name);
  const change = name === undefined ? accountText.useKey : accountText.switchTo(name);
  const wanted = name === undefined ? accountText.useUnknownLink : accountText.useLinkOf(name);
  return (
    <Dialog
      title={isIn ? accountText.useLink : wanted}
      onClose={() => answer("leave")}
      onSubmit={() => answer("use")}
      isQuestion
      footer={
        <DialogButtons
          action={isIn ? change : signIn}
          cancel={isIn ? stay : accountText.notNow}
          // Who works under a name gives it up only on purpose.
          autofocus={isIn ? "cancel" : "action"}
          onCancel={() => answer("leave")}
        />
      }
    >
      <p>
        <LinkOf me={me} /> {isIn && <SignedInAs name={current} />} {accountText.onlyYours}
      </p>
      <p class="quiet">{once ? accountText.worksOnce : accountText.linkInHistory}</p>
    </Dialog>
  );
}

function LinkOf({ me }: { readonly me: LinkQuestion["me"] }) {
  const host = <b>{location.host}</b>;
  if (me === undefined) return <RichText text={accountText.linkUnknown} parts={{ host }} />;
  const { name, rights } = ROLE_TEXTS[me.role];
  return (
    <RichText text={accountText.linkOf(name, rights)} parts={{ host, name: <BoldName name={me.name} /> }} />
  );
}

function SignedInAs({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return accountText.youAreIn;
  return <RichText text={accountText.youAre} parts={{ name: <BoldName name={name} /> }} />;
}

function BoldName({ name }: { readonly name: string }) {
  return (
    <b>
      <PersonText text={name} />
    </b>
  );
}
