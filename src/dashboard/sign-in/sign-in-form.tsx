// The form for an API key, of the page and of the dialog that ask for one.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { signInText } from "../language/en/sign-in.ts";
import type { Dashboard } from "../app/dashboard.ts";
import type { SessionState } from "../state/state.ts";

export interface SignInProps {
  readonly dashboard: Dashboard;
  readonly session: SessionState;
}

/** The form's fields and actions. */
interface SignInForm {
  readonly apiKey: string;
  readonly setApiKey: (apiKey: string) => void;
  readonly remember: boolean;
  readonly setRemember: (remember: boolean) => void;
  readonly session: SessionState;
  readonly submit: () => void;
}

export function useSignIn({ dashboard, session }: SignInProps): SignInForm {
  const [apiKey, setApiKey] = useState("");
  const [remember, setRemember] = useState(session.remember);
  const submit = (): void => dashboard.session.signIn(apiKey, { remember });
  return { apiKey, setApiKey, remember, setRemember, session, submit };
}

export function SignInFields({ form }: { readonly form: SignInForm }) {
  const { session, apiKey, setApiKey, remember, setRemember } = form;
  return (
    <div class="sign-in-fields">
      <KeyField value={apiKey} isBusy={session.checking} error={session.message} onValue={setApiKey} />
      <SharedField checked={!remember} onChecked={(isShared) => setRemember(!isShared)} />
    </div>
  );
}

export function SignInButton({ form: { apiKey, session } }: { readonly form: SignInForm }) {
  const { checking, message } = session;
  /** The service cannot answer now; another key may still be tried. */
  const isWaiting = checking && message !== undefined;
  return (
    <button type="submit" class="primary" disabled={apiKey.trim() === "" || (checking && !isWaiting)}>
      {checking ? signInText.signingIn : signInText.signIn}
    </button>
  );
}

interface KeyFieldProps {
  readonly value: string;
  readonly isBusy: boolean;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

function KeyField({ value, isBusy, error, onValue }: KeyFieldProps) {
  const [isShown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // On opening, and after a rejected key: the submit button lost the focus while it was disabled.
  useLayoutEffect(() => {
    if (!isBusy) input.current?.focus();
  }, [isBusy]);
  useLayoutEffect(() => input.current?.setAttribute("type", isShown ? "text" : "password"), [isShown]);
  return (
    <>
      <label for="api-key">{signInText.apiKey}</label>
      <div class="field">
        <input
          ref={input}
          id="api-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="petstock_…"
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby="key-error"
          onInput={(event) => onValue(event.currentTarget.value)}
        />
        <button type="button" class="small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {signInText.show}
        </button>
      </div>
      <p id="key-error" class="error" role="alert">
        {error}
      </p>
    </>
  );
}

interface SharedFieldProps {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

function SharedField({ checked, onChecked }: SharedFieldProps) {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby="shared-hint"
          onChange={(event) => onChecked(event.currentTarget.checked)}
        />
        {signInText.sharedComputer}
      </label>
      <p id="shared-hint" class="quiet hint">
        {checked ? signInText.keyInTab : signInText.keyStored}
      </p>
    </>
  );
}
