// Replaces a key by a new one with the same name, role and lifetime.

import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons, Failure } from "../ui/dialog-end.tsx";
import { Choice } from "./choice.tsx";
import type { KeyDialog, KeyManager } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";

interface RotateDialogProps {
  readonly manager: KeyManager;
  readonly dialog: Extract<KeyDialog, { kind: "rotate" }>;
  readonly isOwn: boolean;
}

/** As the service takes them. */
const OVERLAPS: readonly (readonly [overlap: string, title: string])[] = [
  ["0s", "not at all: it ends now"],
  ["1h", "for an hour"],
  ["24h", "for a day"],
  ["7d", "for a week"],
];
const DEFAULT_OVERLAP = "24h";

export function RotateDialog({ manager, dialog: { key, isSending, error }, isOwn }: RotateDialogProps) {
  const [overlap, setOverlap] = useState(DEFAULT_OVERLAP);
  const close = (): void => manager.close();
  return (
    <Dialog
      title={`Replace the key of ${isolated(key.name)}?`}
      onClose={isSending ? undefined : close}
      onSubmit={() => void manager.rotate(key, overlap)}
      footer={<DialogButtons action="Replace" isSending={isSending} onCancel={close} />}
    >
      <p>
        You get a new key with the same name, role and lifetime. Choose how long the old one still works, so
        that there is time to bring the new one where it is used. If the old key has leaked, end it now.
        {isOwn && " It is the key that you are signed in with."}
      </p>
      <Choice
        label="The old key still works"
        choices={OVERLAPS}
        value={overlap}
        onValue={setOverlap}
        autofocus
      />
      <Failure message={error} />
    </Dialog>
  );
}
