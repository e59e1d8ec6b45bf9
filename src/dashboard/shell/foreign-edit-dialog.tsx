// Asks before an edit that one person made is sent under the name of another.

import { shellText } from "../language/en/shell.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import type { PageProps } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";
import { RichText } from "../ui/rich-text.tsx";

export function ForeignEditDialog({ dashboard }: PageProps) {
  const edit = useSelected(dashboard.store, (state) => state.foreignEdit);
  if (edit === undefined) return null;
  const { by, as, send } = edit;
  const close = (): void => dashboard.store.set({ foreignEdit: undefined });
  return (
    <Dialog
      title={by === undefined ? shellText.sendOtherEdit : shellText.sendEditOf(isolated(by))}
      onClose={close}
      onSubmit={() => {
        close();
        send();
      }}
      isQuestion
      footer={
        <DialogButtons
          action={as === undefined ? shellText.send : shellText.sendAs(isolated(as))}
          autofocus="cancel"
          onCancel={close}
        />
      }
    >
      <p>
        <RichText
          text={edit.edit}
          parts={{ by: by === undefined ? shellText.anotherKey : <Name text={by} /> }}
        />{" "}
        {as !== undefined && (
          <>
            <RichText text={shellText.youAre} parts={{ name: <Name text={as} /> }} />{" "}
          </>
        )}
        {shellText.recordedName}
      </p>
    </Dialog>
  );
}

function Name({ text }: { readonly text: string }) {
  return (
    <b>
      <PersonText text={text} />
    </b>
  );
}
