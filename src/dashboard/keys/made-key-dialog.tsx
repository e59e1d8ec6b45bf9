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
import { keysText } from "../language/en/keys.ts";
import { RichText } from "../ui/rich-text.tsx";

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
        title={keysText.keyOf(isolated(created.name))}
        onClose={close}
        footer={
          <button type="button" onClick={close}>
            {keysText.done}
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
        <b>{keysText.shownOnlyNow}</b>{" "}
        <RichText
          text={keysText.signsIn}
          parts={{ name: <PersonText text={created.name} />, role, rights }}
        />
      </p>
      <p>{keysText.linkIsKept}</p>
      {isLoopback(origin) ? <NoPhone /> : <PhoneCode link={link} name={created.name} />}
      <SecretText
        id="made-link"
        title={keysText.link}
        text={link}
        copy={keysText.copyLink}
        manager={manager}
        isFirst
      />
      <SecretText
        id="made-key"
        title={keysText.key}
        text={created.key}
        copy={keysText.copyKey}
        manager={manager}
      />
      {origin.startsWith("http:") && !isLoopback(origin) && <p class="warn">{keysText.noHttps}</p>}
      <p role="status" class="good">
        {manager.isUsed(created) && keysText.usedNow}
      </p>
    </>
  );
}

function PhoneCode({ link, name }: { readonly link: string; readonly name: string }) {
  return (
    <figure class="phone-code">
      <QrCode text={link} label={keysText.qrCodeOf(isolated(name))} />
      <figcaption class="quiet">{keysText.onPhone}</figcaption>
    </figure>
  );
}

function NoPhone() {
  return <p class="quiet">{keysText.noPhone(location.hostname)}</p>;
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
      title={keysText.closeWithout}
      onClose={() => manager.keepOpen()}
      onSubmit={() => manager.keepOpen()}
      isQuestion
      footer={
        <>
          <button type="button" class="danger" onClick={() => manager.discard()}>
            {keysText.closeAnyway}
          </button>
          <button type="submit" class="primary" autofocus>
            {keysText.backToKey}
          </button>
        </>
      }
    >
      <p>{keysText.neitherCopiedNorUsed}</p>
    </Dialog>
  );
}
