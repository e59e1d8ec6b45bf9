// Asks before a key is revoked, and more insistently before the last one that can manage keys.

import { useState } from "preact/hooks";
import { PROGRAM } from "../../build.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons, Failure } from "../ui/dialog-end.tsx";
import { FormField } from "../ui/form-field.tsx";
import type { KeyDialog, KeyManager } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";

interface RevokeDialogProps {
  readonly manager: KeyManager;
  readonly dialog: Extract<KeyDialog, { kind: "revoke" }>;
  readonly isOwn: boolean;
}

export function RevokeDialog({ manager, dialog: state, isOwn }: RevokeDialogProps) {
  const { key, isLastAdmin, isSending, error } = state;
  const [typed, setTyped] = useState("");
  const close = (): void => manager.close();
  return (
    <Dialog
      title={`Revoke the key of ${isolated(key.name)}?`}
      onClose={isSending ? undefined : close}
      onSubmit={() => void manager.revoke(key, { force: isLastAdmin })}
      isQuestion={!isLastAdmin}
      footer={
        <DialogButtons
          action="Revoke"
          isDanger
          autofocus="cancel"
          isReady={!isLastAdmin || typed.trim() === key.name}
          isSending={isSending}
          onCancel={close}
        />
      }
    >
      <p>
        It stops working within a second, everywhere, and cannot be brought back. What was changed with it
        stays.
        {isOwn && " It is the key that you are signed in with: you will have to sign in with another one."}
      </p>
      {isLastAdmin && <LastAdmin name={key.name} typed={typed} onTyped={setTyped} />}
      <Failure message={error} />
    </Dialog>
  );
}

interface LastAdminProps {
  readonly name: string;
  readonly typed: string;
  readonly onTyped: (text: string) => void;
}

function LastAdmin({ name, typed, onTyped }: LastAdminProps) {
  return (
    <>
      <p class="warn" role="alert">
        It was not revoked: it is the last key that can manage keys. Make another admin key first. Without
        one, keys can be made only on the server, with <code>{PROGRAM} keys create</code>.
      </p>
      <FormField label={`To revoke it all the same, type its name: ${isolated(name)}`}>
        {(names) => (
          <input
            {...names}
            value={typed}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => onTyped(event.currentTarget.value)}
          />
        )}
      </FormField>
    </>
  );
}
