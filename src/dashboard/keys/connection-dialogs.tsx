// The dialogs of the connections: a new one, its secret, a new secret, and the question before one is deleted.

import { useState } from "preact/hooks";
import { connectionsText } from "../language/en/connections.ts";
import { keysText } from "../language/en/keys.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons, Failure } from "../ui/dialog-end.tsx";
import { FormField } from "../ui/form-field.tsx";
import { isolated } from "../ui/isolated.ts";
import { Choice } from "./choice.tsx";
import type { ConnectionDialog, ConnectionManager } from "./connection-manager.ts";
import { SecretText } from "./secret-text.tsx";

interface DialogProps<Kind extends ConnectionDialog["kind"] = ConnectionDialog["kind"]> {
  readonly manager: ConnectionManager;
  readonly dialog: Extract<ConnectionDialog, { kind: Kind }>;
}

/** Each has a component of its own, so that one that follows another opens anew, with the focus in it. */
export function ConnectionDialogs({ manager, dialog }: DialogProps) {
  switch (dialog.kind) {
    case "make":
      return <MakeDialog manager={manager} dialog={dialog} />;
    case "secret":
      return <SecretDialog manager={manager} dialog={dialog} />;
    case "rotate":
      return <RotateDialog manager={manager} dialog={dialog} />;
    case "delete":
      return <DeleteDialog manager={manager} dialog={dialog} />;
  }
}

/** What a receiver is told, as the service takes it. */
const TOLD = [
  ["changes", "toldChanges"],
  ["low", "toldLow"],
  ["changes,low", "toldBoth"],
] as const;

function MakeDialog({ manager, dialog: { isSending, error } }: DialogProps<"make">) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [told, setTold] = useState<string>("changes");
  const close = (): void => manager.close();
  const make = (): void => {
    const events = told.split(",") as ("changes" | "low")[];
    void manager.make({ name: name.trim(), url: url.trim(), events });
  };
  return (
    <Dialog
      title={connectionsText.newConnection}
      onClose={isSending ? undefined : close}
      onSubmit={make}
      footer={
        <DialogButtons
          action={connectionsText.make}
          isReady={name.trim() !== "" && url.trim() !== ""}
          isSending={isSending}
          onCancel={close}
        />
      }
    >
      <FormField label={connectionsText.name} hint={connectionsText.nameHint}>
        {(names) => (
          <input
            {...names}
            value={name}
            maxLength={64}
            autocomplete="off"
            autofocus
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </FormField>
      <FormField label={connectionsText.address} hint={connectionsText.addressHint} error={error}>
        {(names) => (
          <input
            {...names}
            value={url}
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
            placeholder="https://"
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        )}
      </FormField>
      <Choice
        label={connectionsText.isTold}
        choices={TOLD.map(([value, title]) => [value, connectionsText[title]])}
        value={told}
        onValue={setTold}
      />
    </Dialog>
  );
}

function SecretDialog({ manager, dialog: { created } }: DialogProps<"secret">) {
  const close = (): void => manager.close();
  return (
    <Dialog
      title={connectionsText.secretOf(isolated(created.name))}
      onClose={close}
      footer={
        <button type="button" onClick={close}>
          {keysText.done}
        </button>
      }
    >
      <p>
        <b>{keysText.shownOnlyNow}</b> {connectionsText.whatSecret}
      </p>
      <SecretText
        id="hook-secret"
        title={connectionsText.secret}
        text={created.secret}
        copy={connectionsText.copySecret}
      />
    </Dialog>
  );
}

function RotateDialog({ manager, dialog: { hook, isSending, error } }: DialogProps<"rotate">) {
  const close = (): void => manager.close();
  return (
    <Dialog
      title={connectionsText.rotateOf(isolated(hook.name))}
      onClose={isSending ? undefined : close}
      onSubmit={() => void manager.rotate(hook)}
      isQuestion
      footer={<DialogButtons action={connectionsText.rotate} isSending={isSending} onCancel={close} />}
    >
      <p>{connectionsText.whatRotating}</p>
      <Failure message={error} />
    </Dialog>
  );
}

function DeleteDialog({ manager, dialog: { hook, isSending, error } }: DialogProps<"delete">) {
  const close = (): void => manager.close();
  return (
    <Dialog
      title={connectionsText.deleteOf(isolated(hook.name))}
      onClose={isSending ? undefined : close}
      onSubmit={() => void manager.delete(hook)}
      isQuestion
      footer={
        <DialogButtons
          action={connectionsText.delete}
          isDanger
          autofocus="cancel"
          isSending={isSending}
          onCancel={close}
        />
      }
    >
      <p>{connectionsText.whatDeleting}</p>
      <Failure message={error} />
    </Dialog>
  );
}
