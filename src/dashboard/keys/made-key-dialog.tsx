// A new key itself, the only time that it is shown.

import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import type { KeyManager, MadeKey } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";
import { keysText } from "../language/en/keys.ts";
import { NoHttps, SecretText, SignsIn } from "./secret-text.tsx";

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
  return (
    <>
      <p>
        <b>{keysText.shownOnlyNow}</b> <SignsIn text={keysText.signsIn} of={created} />
      </p>
      <SecretText
        id="made-key"
        title={keysText.key}
        text={created.key}
        copy={keysText.copyKey}
        onCopied={() => manager.noteCopied()}
      />
      <NoHttps />
      <p role="status" class="good">
        {manager.isUsed(created) && keysText.usedNow}
      </p>
    </>
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
