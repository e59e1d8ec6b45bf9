// Saves the current view under a name, and deletes saved views.

import { useRef, useState } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { useFields } from "../state/use-selected.ts";
import { VIEW_NAME_CHARS_MAX } from "../data/saved-views.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import { FormField } from "../ui/form-field.tsx";
import { Icon } from "../ui/icon.tsx";
import { viewInWords } from "./view-in-words.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";

interface SavedViewsDialogProps {
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
}

export function SavedViewsDialog({ dashboard, onClose }: SavedViewsDialogProps) {
  const { view, savedViews } = useFields(dashboard.store, "view", "savedViews");
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const name = text.trim();
  const save = async (): Promise<void> => {
    setTried(true);
    if (name === "") return field.current?.focus();
    onClose();
    const isStored = await dashboard.savedViews.save(name, view);
    const until = isStored ? "" : " until this tab is closed: this browser stores nothing";
    dashboard.notify({ text: `Saved the view “${isolated(name)}”${until}`, tone: "good" });
  };
  return (
    <Dialog
      title="Saved views"
      onClose={onClose}
      onSubmit={() => void save()}
      footer={<DialogButtons action="Save view" onCancel={onClose} />}
    >
      <FormField
        label="Name of the present view"
        hint={`${viewInWords(view)}. A view with the same name is replaced.`}
        error={isTried && name === "" ? "Type a name." : undefined}
      >
        {(names) => (
          <input
            {...names}
            ref={field}
            autofocus
            type="text"
            autocomplete="off"
            maxLength={VIEW_NAME_CHARS_MAX}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </FormField>
      {savedViews.length > 0 && (
        <ul class="saved-views" aria-label="Saved views">
          {savedViews.map(({ id }) => (
            <li key={id}>
              <span>
                <PersonText text={id} />
              </span>
              <button
                type="button"
                class="quiet icon-only"
                aria-label={`Delete ${isolated(id)}`}
                onClick={() => void dashboard.savedViews.remove(id)}
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
