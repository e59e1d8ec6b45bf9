// Asks before an edit that one person made is sent under the name of another.

import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import type { PageProps } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";

export function ForeignEditDialog({ dashboard }: PageProps) {
  const edit = useSelected(dashboard.store, (state) => state.foreignEdit);
  if (edit === undefined) return null;
  const { by, as, send } = edit;
  const close = (): void => dashboard.store.set({ foreignEdit: undefined });
  return (
    <Dialog
      title={
        by === undefined
          ? "Send this edit under your name?"
          : `Send the edit of ${isolated(by)} under your name?`
      }
      onClose={close}
      onSubmit={() => {
        close();
        send();
      }}
      isQuestion
      footer={
        <DialogButtons
          action={as === undefined ? "Send" : `Send as ${isolated(as)}`}
          autofocus="cancel"
          onCancel={close}
        />
      }
    >
      <p>
        {by === undefined ? (
          "Another key"
        ) : (
          <b>
            <PersonText text={by} />
          </b>
        )}{" "}
        {edit.edit}, which was not saved.{" "}
        {as !== undefined && (
          <>
            You are signed in as{" "}
            <b>
              <PersonText text={as} />
            </b>
            .{" "}
          </>
        )}
        Each change is recorded under the name of the key that makes it.
      </p>
    </Dialog>
  );
}
