// What a dialog shows of a new key or its link: the secret with a button that copies it, and who it signs in.

import type { Key } from "../../client/client.ts";
import { isLoopback } from "../../sign-in-link.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { ROLE_TEXTS } from "../state/roles.ts";
import { PersonText } from "../ui/person-text.tsx";
import { keysText } from "../language/en/keys.ts";
import { RichText } from "../ui/rich-text.tsx";
import { selectText } from "../ui/select-text.ts";

interface SecretTextProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly copy: string;
  readonly onCopied?: () => void;
}

/** Its button has the focus when the dialog opens. */
export function SecretText({ id, title, text, copy, onCopied }: SecretTextProps) {
  return (
    <div class="secret">
      <label for={id}>{title}</label>
      <div class="secret-row">
        <input id={id} readOnly value={text} onFocus={selectText} />
        <CopyButton
          title={copy}
          text={text}
          class="primary"
          autofocus
          {...(onCopied !== undefined && { onCopied })}
        />
      </div>
    </div>
  );
}

interface SignsInProps {
  /** With places for `name`, `role` and `rights`. */
  readonly text: string;
  readonly of: Key;
}

export function SignsIn({ text, of: { name, role } }: SignsInProps) {
  const { name: title, rights } = ROLE_TEXTS[role];
  return <RichText text={text} parts={{ name: <PersonText text={name} />, role: title, rights }} />;
}

export function NoHttps() {
  const { origin } = location;
  return origin.startsWith("http:") && !isLoopback(origin) && <p class="warn">{keysText.noHttps}</p>;
}
