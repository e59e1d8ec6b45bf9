// The form for an API key.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";

export interface SignInFormProps {
  readonly dashboard: Dashboard;
  readonly state: State;
}

export function SignInForm({ dashboard, state }: SignInFormProps) {
  const { checking, message } = state.session;
  const [apiKey, setApiKey] = useState("");
  const [remember, setRemember] = useState(state.session.remember);
  const isOffline = checking && state.offlineSince !== undefined;
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    dashboard.session.signIn(apiKey, { remember });
  };
  return (
    <form onSubmit={onSubmit}>
      <KeyField
        value={apiKey}
        isBusy={checking}
        error={isOffline ? "Cannot reach the service. Retrying…" : message}
        onValue={setApiKey}
      />
      <RememberField checked={remember} onChecked={setRemember} />
      <button type="submit" class="primary" disabled={apiKey.trim() === "" || (checking && !isOffline)}>
        {checking ? "Signing in…" : "Sign in"}
      </button>
    </form>
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
  useEffect(() => {
    if (!isBusy) input.current?.focus();
  }, [isBusy]);
  useLayoutEffect(() => input.current?.setAttribute("type", isShown ? "text" : "password"), [isShown]);
  return (
    <>
      <label for="api-key">API key</label>
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
          Show
        </button>
      </div>
      <p id="key-error" class="error" role="alert">
        {error}
      </p>
    </>
  );
}

interface RememberFieldProps {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

function RememberField({ checked, onChecked }: RememberFieldProps) {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby="remember-hint"
          onChange={(event) => onChecked(event.currentTarget.checked)}
        />
        Keep me signed in on this computer
      </label>
      <p id="remember-hint" class="quiet hint">
        {checked
          ? "Stores the key in this browser until you sign out. Do not use on a shared computer."
          : "The key stays in this tab only: sign in again after a reload."}
      </p>
    </>
  );
}
