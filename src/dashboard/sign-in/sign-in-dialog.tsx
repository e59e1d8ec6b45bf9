// Asks for an API key in a dialog over the page, if the key is rejected during work.

import { Dialog } from "../ui/dialog.tsx";
import { SignInButton, SignInFields, type SignInProps, useSignIn } from "./sign-in-form.tsx";

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
