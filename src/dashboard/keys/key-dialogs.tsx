// The dialogs of the page of keys.

import type { Key } from "../../client/client.ts";
import type { KeyDialog, KeyManager } from "./key-manager.ts";
import { MadeKeyDialog } from "./made-key-dialog.tsx";
import { MadeLinkDialog } from "./made-link-dialog.tsx";
import { MakeKeyDialog } from "./make-key-dialog.tsx";
import { RenewDialog } from "./renew-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

interface KeyDialogsProps {
  readonly manager: KeyManager;
  readonly dialog: KeyDialog;
  /** The key that is signed in, if it can be told. */
  readonly own: Key | undefined;
}

/** Each has a component of its own, so that one that follows another opens anew, with the focus in it. */
export function KeyDialogs({ manager, dialog, own }: KeyDialogsProps) {
  switch (dialog.kind) {
    case "make":
      return <MakeKeyDialog manager={manager} dialog={dialog} />;
    case "rotate":
      return <RotateDialog manager={manager} dialog={dialog} isOwn={dialog.key.id === own?.id} />;
    case "renew":
      return <RenewDialog manager={manager} dialog={dialog} />;
    case "revoke":
      return <RevokeDialog manager={manager} dialog={dialog} isOwn={dialog.key.id === own?.id} />;
    case "made":
      return <MadeKeyDialog manager={manager} dialog={dialog} />;
    case "link":
      return <MadeLinkDialog manager={manager} dialog={dialog} />;
  }
}
