// A new link, as a QR code for a phone and as text. It is not shown again, but can be replaced by another: closing loses nothing.

import { codeLink, isLoopback } from "../../sign-in-link.ts";
import { Dialog } from "../ui/dialog.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import type { KeyManager, MadeLink } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";
import { keysText } from "../language/en/keys.ts";
import { formatDateTime } from "../language/format.ts";
import { NoHttps, SecretText, SignsIn } from "./secret-text.tsx";

interface MadeLinkDialogProps {
  readonly manager: KeyManager;
  readonly dialog: MadeLink;
}

export function MadeLinkDialog({ manager, dialog: { created } }: MadeLinkDialogProps) {
  const { origin } = location;
  const link = codeLink(origin, created.code);
  const close = (): void => manager.close();
  return (
    <Dialog
      title={keysText.linkFor(isolated(created.name))}
      onClose={close}
      footer={
        <button type="button" onClick={close}>
          {keysText.done}
        </button>
      }
    >
      <p>
        <b>{keysText.linkWorksOnce(formatDateTime(new Date(created.link.expiresAt)))}</b>{" "}
        <SignsIn text={keysText.linkSignsIn} of={created} />
      </p>
      {isLoopback(origin) ? <NoPhone /> : <PhoneCode link={link} name={created.name} />}
      <SecretText id="made-link" title={keysText.link} text={link} copy={keysText.copyLink} />
      <NoHttps />
      <p role="status" class="good">
        {manager.isOpened(created) && keysText.openedNow}
      </p>
    </Dialog>
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
