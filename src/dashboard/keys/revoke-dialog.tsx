// Asks before a key is revoked or the link of one is withdrawn, and more insistently before the last one that can manage keys.

import { useState } from "preact/hooks";
import { PROGRAM } from "../../build.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons, Failure } from "../ui/dialog-end.tsx";
import { FormField } from "../ui/form-field.tsx";
import { isUnopened } from "./key-facts.ts";
import type { KeyDialog, KeyManager } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";
import { keysText } from "../language/en/keys.ts";
import { RichText } from "../ui/rich-text.tsx";

interface RevokeDialogProps {
  readonly manager: KeyManager;
  readonly dialog: Extract<KeyDialog, { kind: "revoke" }>;
  readonly isOwn: boolean;
}

export function RevokeDialog({ manager, dialog: state, isOwn }: RevokeDialogProps) {
  const { key, isLastAdmin, isSending, error } = state;
  const [typed, setTyped] = useState("");
  const link = isUnopened(key);
  const name = isolated(key.name);
  const close = (): void => manager.close();
  return (
    <Dialog
      title={link ? keysText.withdrawLinkOf(name) : keysText.revokeKeyOf(name)}
      onClose={isSending ? undefined : close}
      onSubmit={() => void manager.revoke(key, { force: isLastAdmin })}
      isQuestion={!isLastAdmin}
      footer={
        <DialogButtons
          action={link ? keysText.withdraw : keysText.revoke}
          isDanger
          autofocus="cancel"
          isReady={!isLastAdmin || typed.trim() === key.name}
          isSending={isSending}
          onCancel={close}
        />
      }
    >
      <p>
        {link ? keysText.whatWithdrawing : keysText.whatRevoking}
        {isOwn && ` ${keysText.signsYouOut}`}
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
        <RichText text={keysText.lastAdmin} parts={{ command: <code>{`${PROGRAM} keys create`}</code> }} />
      </p>
      <FormField label={keysText.typeName(isolated(name))}>
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
