// A new key, the only time that it is shown: as a link, as a QR code for a phone, and as text.

import { useEffect, useRef } from "preact/hooks";
import { isLoopback, signInLink } from "../../sign-in-link.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { ROLE_TEXTS } from "../state/roles.ts";
import type { KeyManager, MadeKey } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";

interface MadeKeyDialogProps {
  readonly manager: KeyManager;
  readonly dialog: MadeKey;
}

export function MadeKeyDialog({ manager, dialog: made }: MadeKeyDialogProps) {
  const { created, asksToClose } = made;
  const close = (): void => manager.close();
  useUnloadQuestion(() => manager.wouldLose(made));
  return (
    <>
      <Dialog
        title={`The key of ${isolated(created.name)}`}
        onClose={close}
        footer={
          <button type="button" onClick={close}>
            Done
          </button>
        }
      >
        <NewKey manager={manager} dialog={made} />
      </Dialog>
      {asksToClose && <CloseQuestion manager={manager} />}
    </>
  );
}

/** Leaving or reloading the page loses the key as well: the browser asks in its own words. */
function useUnloadQuestion(isNeeded: () => boolean): void {
  const latest = useRef(isNeeded);
  latest.current = isNeeded;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (!latest.current()) return;
      event.preventDefault();
      // Chrome before 119 asks because of this alone.
      event.returnValue = true;
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
}

function NewKey({ manager, dialog: { created } }: MadeKeyDialogProps) {
  const { origin } = location;
  const link = signInLink(origin, created.key);
  const { name: role, rights } = ROLE_TEXTS[created.role];
  return (
    <>
      <p>
        <b>Shown only now.</b> Anyone with the link or the key is signed in as{" "}
        <PersonText text={created.name} /> ({role}: {rights}).
      </p>
      <p>A browser keeps the link in its history. For a computer that others use, give the key alone.</p>
      {isLoopback(origin) ? <NoPhone /> : <PhoneCode link={link} name={created.name} />}
      <SecretText
        id="made-link"
        title="Link that signs in"
        text={link}
        copy="Copy link"
        manager={manager}
        isFirst
      />
      <SecretText id="made-key" title="Key" text={created.key} copy="Copy key" manager={manager} />
      {origin.startsWith("http:") && !isLoopback(origin) && (
        <p class="warn">This page is open without https: others on the network could read the key.</p>
      )}
      <p role="status" class="good">
        {manager.isUsed(created) && "It was used just now."}
      </p>
    </>
  );
}

function PhoneCode({ link, name }: { readonly link: string; readonly name: string }) {
  return (
    <figure class="phone-code">
      <QrCode text={link} label={`QR code of the link that signs in as ${isolated(name)}`} />
      <figcaption class="quiet">On a phone: open the camera, and scan this.</figcaption>
    </figure>
  );
}

function NoPhone() {
  return (
    <p class="quiet">
      A phone cannot open this link, because this page is open at {location.hostname}, which is this computer
      only. For a phone, open this page by the service's address in your network.
    </p>
  );
}

interface SecretTextProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly copy: string;
  readonly manager: KeyManager;
  /** Has the focus when the dialog opens. */
  readonly isFirst?: boolean;
}

function SecretText({ id, title, text, copy, manager, isFirst = false }: SecretTextProps) {
  return (
    <div class="secret">
      <label for={id}>{title}</label>
      <div class="secret-row">
        <input id={id} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton
          title={copy}
          text={text}
          class={isFirst ? "primary" : ""}
          autofocus={isFirst}
          onCopied={() => manager.noteCopied()}
        />
      </div>
    </div>
  );
}

function CloseQuestion({ manager }: Pick<MadeKeyDialogProps, "manager">) {
  return (
    <Dialog
      title="Close without the key?"
      onClose={() => manager.keepOpen()}
      onSubmit={() => manager.keepOpen()}
      isQuestion
      footer={
        <>
          <button type="button" class="danger" onClick={() => manager.discard()}>
            Close anyway
          </button>
          <button type="submit" class="primary" autofocus>
            Back to the key
          </button>
        </>
      }
    >
      <p>The key was neither copied nor used yet. It cannot be shown again.</p>
    </Dialog>
  );
}
