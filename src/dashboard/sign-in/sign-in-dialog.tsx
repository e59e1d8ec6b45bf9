// Asks for an API key in a dialog over the page, if the key is rejected during work.

import { accountText } from "../language/en/account.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SignInButton, SignInFields, type SignInProps, useSignIn } from "./sign-in-form.tsx";

/** Cannot be closed without signing in or out: nothing can be saved without a key. */
export function SignInDialog(props: SignInProps) {
  const form = useSignIn(props);
  return (
    <Dialog
      title={accountText.signInAgain}
      onClose={undefined}
      onSubmit={() => form.submit()}
      footer={
        <>
          <button type="button" onClick={() => props.dashboard.session.signOut()}>
            {accountText.signOutInstead}
          </button>
          <SignInButton form={form} />
        </>
      }
    >
      <p>{accountText.editsKept}</p>
      <SignInFields form={form} />
    </Dialog>
  );
}
