// Asks for an API key: on its own page, or in a dialog over the table if the key is rejected during work.

import { PROGRAM } from "../../build.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SignInButton, SignInFields, type SignInProps, useSignIn } from "./sign-in-form.tsx";

export function SignInPage(props: SignInProps) {
  const form = useSignIn(props);
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    form.submit();
  };
  return (
    <main class="sign-in">
      <div class="card">
        <h1>Pet store inventory</h1>
        <p class="quiet">View and update the stock of every pet.</p>
        <form onSubmit={onSubmit}>
          <SignInFields form={form} />
          <SignInButton form={form} />
        </form>
        <p class="quiet foot">
          {/* The browser keeps a link in its history. */}
          No key? Ask an admin of this service for {form.remember ? "a link that signs you in" : "one"}:{" "}
          <code class="command">
            <span>{PROGRAM} keys create</span> <span>--name NAME</span> {form.remember && <span>--link</span>}
          </code>
        </p>
      </div>
    </main>
  );
}

/** Cannot be closed without signing in or out: nothing can be saved without a key. */
export function SignInDialog(props: SignInProps) {
  const form = useSignIn(props);
  return (
    <Dialog
      title="Sign in again"
      onClose={undefined}
      onSubmit={() => form.submit()}
      footer={
        <>
          <button type="button" onClick={() => props.dashboard.session.signOut()}>
            Sign out instead
          </button>
          <SignInButton form={form} />
        </>
      }
    >
      <p>Your unsaved edits are kept.</p>
      <SignInFields form={form} />
    </Dialog>
  );
}
