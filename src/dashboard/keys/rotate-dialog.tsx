// Replaces a key by a new one with the same name, role and lifetime.

import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons, Failure } from "../ui/dialog-end.tsx";
import { Choice } from "./choice.tsx";
import { DEFAULT_VALID, GiveChoice, KEY_ITSELF, linkValidForOf } from "./give-choice.tsx";
import type { KeyDialog, KeyManager } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";
import { keysText } from "../language/en/keys.ts";

interface RotateDialogProps {
  readonly manager: KeyManager;
  readonly dialog: Extract<KeyDialog, { kind: "rotate" }>;
  readonly isOwn: boolean;
}

/** As the service takes them. */
const OVERLAPS = [
  ["0s", "notAtAll"],
  ["1h", "forHour"],
  ["24h", "forDay"],
  ["7d", "forWeek"],
] as const;
const DEFAULT_OVERLAP = "24h";

export function RotateDialog({ manager, dialog: { key, isSending, error }, isOwn }: RotateDialogProps) {
  const [overlap, setOverlap] = useState(DEFAULT_OVERLAP);
  // As the old one was given.
  const [given, setGiven] = useState<string>(key.link === null ? KEY_ITSELF : DEFAULT_VALID);
  const close = (): void => manager.close();
  return (
    <Dialog
      title={keysText.replaceKeyOf(isolated(key.name))}
      onClose={isSending ? undefined : close}
      onSubmit={() => void manager.rotate(key, overlap, linkValidForOf(given))}
      footer={<DialogButtons action={keysText.replace} isSending={isSending} onCancel={close} />}
    >
      <p>
        {keysText.whatReplacing}
        {isOwn && ` ${keysText.isOwn}`}
      </p>
      <Choice
        label={keysText.stillWorks}
        choices={OVERLAPS.map(([value, title]) => [value, keysText[title]])}
        value={overlap}
        onValue={setOverlap}
        autofocus
      />
      <GiveChoice value={given} onValue={setGiven} />
      <Failure message={error} />
    </Dialog>
  );
}
