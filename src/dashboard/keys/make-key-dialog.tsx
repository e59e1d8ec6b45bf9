// The form for a new key.

import { useState } from "preact/hooks";
import type { NewKey } from "../../client/client.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import { FormField } from "../ui/form-field.tsx";
import { ROLES } from "../../inventory/role.ts";
import { ROLE_TEXTS } from "../state/roles.ts";
import { Choice } from "./choice.tsx";
import { DEFAULT_VALID, GiveChoice, linkValidForOf } from "./give-choice.tsx";
import type { KeyDialog, KeyManager } from "./key-manager.ts";
import { keysText } from "../language/en/keys.ts";

interface MakeKeyDialogProps {
  readonly manager: KeyManager;
  readonly dialog: Extract<KeyDialog, { kind: "make" }>;
}

/** As the service takes them; empty for a key that never expires. */
const LIFETIMES = [
  ["1d", "afterDay"],
  ["7d", "afterWeek"],
  ["30d", "after30Days"],
  ["90d", "after90Days"],
  ["365d", "afterYear"],
  ["", "neverExpires"],
] as const;
const DEFAULT_LIFETIME = "365d";

export function MakeKeyDialog({ manager, dialog: { isSending, error } }: MakeKeyDialogProps) {
  const [name, setName] = useState("");
  const [account, setAccount] = useState("");
  const [role, setRole] = useState<NewKey["role"]>("clerk");
  const [expiresIn, setExpiresIn] = useState(DEFAULT_LIFETIME);
  const [given, setGiven] = useState<string>(DEFAULT_VALID);
  const linkValidFor = linkValidForOf(given);
  const close = (): void => manager.close();
  const make = (): void =>
    void manager.make(
      {
        name: name.trim(),
        role,
        ...(account.trim() !== "" && { account: account.trim() }),
        ...(expiresIn !== "" && { expiresIn }),
      },
      linkValidFor,
    );
  return (
    <Dialog
      title={keysText.newKey}
      onClose={isSending ? undefined : close}
      onSubmit={make}
      footer={
        <DialogButtons
          action={linkValidFor === undefined ? keysText.make : keysText.makeLink}
          isReady={name.trim() !== ""}
          isSending={isSending}
          onCancel={close}
        />
      }
    >
      <FormField label={keysText.name} hint={keysText.nameHint} error={error}>
        {(names) => (
          <input
            {...names}
            value={name}
            maxLength={64}
            autocomplete="off"
            autofocus
            placeholder={keysText.nameExample}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </FormField>
      <RoleChoice value={role} onRole={setRole} />
      <GiveChoice value={given} onValue={setGiven} />
      <Choice
        label={keysText.expires}
        choices={LIFETIMES.map(([value, title]) => [value, keysText[title]])}
        value={expiresIn}
        onValue={setExpiresIn}
      />
      <FormField label={keysText.account} hint={keysText.accountHint}>
        {(names) => (
          <input
            {...names}
            value={account}
            maxLength={64}
            autocomplete="off"
            placeholder="default"
            onInput={(event) => setAccount(event.currentTarget.value)}
          />
        )}
      </FormField>
    </Dialog>
  );
}

interface RoleChoiceProps {
  readonly value: NewKey["role"];
  readonly onRole: (role: NewKey["role"]) => void;
}

function RoleChoice({ value, onRole }: RoleChoiceProps) {
  return (
    <fieldset class="role-choice">
      <legend class="form-label">{keysText.role}</legend>
      {ROLES.map((role) => (
        <label key={role}>
          <input type="radio" name="role" checked={role === value} onChange={() => onRole(role)} />
          <span>
            <b>{ROLE_TEXTS[role].name}</b> <span class="quiet">{ROLE_TEXTS[role].rights}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
