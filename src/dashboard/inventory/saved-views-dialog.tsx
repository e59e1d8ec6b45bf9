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
import { inventoryText } from "../language/en/inventory.ts";

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
    const shown = isolated(name);
    const notice = isStored ? inventoryText.viewSaved(shown) : inventoryText.viewSavedForTab(shown);
    dashboard.notify({ text: notice, tone: "good" });
  };
  return (
    <Dialog
      title={inventoryText.savedViews}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={<DialogButtons action={inventoryText.saveView} onCancel={onClose} />}
    >
      <FormField
        label={inventoryText.viewName}
        hint={inventoryText.viewNameHint(viewInWords(view))}
        error={isTried && name === "" ? inventoryText.viewNameMissing : undefined}
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
        <ul class="saved-views" aria-label={inventoryText.savedViews}>
          {savedViews.map(({ id }) => (
            <li key={id}>
              <span>
                <PersonText text={id} />
              </span>
              <button
                type="button"
                class="quiet icon-only"
                aria-label={inventoryText.deleteView(isolated(id))}
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
