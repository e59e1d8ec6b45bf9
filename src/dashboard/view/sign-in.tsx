// Asks for an API key: on its own page, or in a dialog over the table if the key is rejected during work.

import { PROGRAM } from "../../build.ts";
import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";
import { SignInForm } from "./sign-in-form.tsx";
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
        <p class="quiet">View and update the stock of every pet.</p>
        <SignInForm {...props} />
        <p class="quiet foot">
          No key? Ask the operator of this service to create one:{" "}
          <code>{PROGRAM} keys create --name you</code>
        </p>
      </div>
    </main>
  );
}

/** Cannot be closed without signing in or out: nothing can be saved without a key. */
export function SignInDialog(props: SignInProps) {
  const dialog = useDialog();
  return (
    <dialog {...dialog} class="card" aria-labelledby="again">
      <h2 id="again">Sign in again</h2>
      <p>Your unsaved edits are kept.</p>
      <SignInForm {...props} />
      <button type="button" class="link" onClick={() => props.dashboard.session.signOut()}>
        Sign out instead
      </button>
    </dialog>
  );
}
