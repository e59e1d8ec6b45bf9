// Replaces a link that was not opened by a new one.

import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons, Failure } from "../ui/dialog-end.tsx";
import { DEFAULT_VALID, ValidChoice } from "./give-choice.tsx";
import type { KeyDialog, KeyManager } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";
import { keysText } from "../language/en/keys.ts";

interface RenewDialogProps {
  readonly manager: KeyManager;
  readonly dialog: Extract<KeyDialog, { kind: "renew" }>;
}

export function RenewDialog({ manager, dialog: { key, isSending, error } }: RenewDialogProps) {
  const [validFor, setValidFor] = useState<string>(DEFAULT_VALID);
  const close = (): void => manager.close();
  return (
    <Dialog
      title={keysText.renewLinkOf(isolated(key.name))}
      onClose={isSending ? undefined : close}
      onSubmit={() => void manager.renew(key, validFor)}
      footer={<DialogButtons action={keysText.makeLink} isSending={isSending} onCancel={close} />}
    >
      <p>{keysText.whatRenewing}</p>
      <ValidChoice value={validFor} onValue={setValidFor} />
      <Failure message={error} />
    </Dialog>
  );
}
