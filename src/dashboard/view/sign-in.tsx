// Asks for a key: on a page of its own, or over the work of somebody whose key was refused in the middle of it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { PROGRAM } from "../../build.ts";
import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";
import { useDialog } from "./use-dialog.ts";

interface SignInProps {
  readonly dashboard: Dashboard;
  readonly state: State;
}

export function SignInPage(props: SignInProps) {
  return (
    <main class="sign-in">
      <div class="card">
        <h1>Pet store inventory</h1>
        <p class="quiet">Look at the stock of every pet, and keep it right.</p>
        <SignInForm {...props} />
        <p class="quiet foot">
          No key? Whoever runs this service makes one: <code>{PROGRAM} keys create --name you</code>
        </p>
      </div>
    </main>
  );
}

export function SignInDialog(props: SignInProps) {
  const dialog = useDialog();
  return (
    // Nothing can be saved without a key, so there is no way around it but out.
    <dialog {...dialog} class="card" aria-labelledby="again">
      <h2 id="again">Sign in again</h2>
      <p>What you have typed is still here.</p>
      <SignInForm {...props} />
      <button type="button" class="link" onClick={() => props.dashboard.signOut()}>
        Sign out instead
      </button>
    </dialog>
  );
}

function SignInForm({ dashboard, state }: SignInProps) {
  const { checking, trouble } = state.session;
  const [typed, setTyped] = useState("");
  const [isShown, setShown] = useState(false);
  const [keep, setKeep] = useState(state.session.keep);
  const input = useRef<HTMLInputElement>(null);
  // At first, and after a key that was refused: the button that had the focus was off meanwhile.
  useEffect(() => {
    if (!checking) input.current?.focus();
  }, [checking]);
  useLayoutEffect(() => input.current?.setAttribute("type", isShown ? "text" : "password"), [isShown]);
  const unreachable = checking && state.offlineSince !== undefined;
  const message = unreachable ? "The service cannot be reached. Trying again…" : trouble;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        dashboard.signIn(typed, { keep });
      }}
    >
      <label for="api-key">API key</label>
      <div class="field">
        <input
          ref={input}
          id="api-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="petstock_…"
          value={typed}
          aria-invalid={message !== undefined}
          aria-describedby="key-trouble"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="button" class="small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          Show
        </button>
      </div>
      <p id="key-trouble" class="trouble" role="alert">
        {message}
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={keep}
          aria-describedby="keep-hint"
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
        Keep me signed in on this computer
      </label>
      <p id="keep-hint" class="quiet hint">
        {keep
          ? "The key is stored in this browser until you sign out. Not for a computer that you share."
          : "The key is in this tab alone: after a reload you are asked for it again."}
      </p>
      <button type="submit" class="primary" disabled={typed.trim() === "" || (checking && !unreachable)}>
        {checking ? "Signing in…" : "Sign in"}
      </button>
    </form>
  );
}
