// What there is to say of a row beside its values: how a save went, what others did, and what can be done about it.

import type { InventoryItem } from "../../contract/item-json.ts";
import { count } from "../model/words.ts";
import type { Editing, Save } from "../state/state.ts";

export interface NoteProps {
  readonly item: InventoryItem;
  readonly save: Save | undefined;
  readonly editing: Editing | undefined;
  /** Whether others have changed the row just now, and its quantity before. */
  readonly mark: { readonly before: number | undefined } | undefined;
  readonly onUseMine: () => void;
  readonly onAgain: (again: () => void) => void;
  readonly onDismiss: () => void;
}

export function Note({ item, save, editing, mark, onUseMine, onAgain, onDismiss }: NoteProps) {
  if (editing !== undefined) return <EditingNote item={item} save={save} editing={editing} />;
  switch (save?.kind) {
    case "saving":
      return <span class="note quiet">Saving…</span>;
    case "saved":
      return <span class="note good">Saved</span>;
    case "unknown":
      return <span class="note warn">{`No answer: is it ${count(save.wanted)} now? Looking…`}</span>;
    case "conflict":
      return (
        <span class="note acting bad">
          <span>
            Yours <b>{count(save.wanted)}</b>, theirs <b>{count(save.theirs.quantity)}</b>
          </span>
          <NoteButton name="Use mine" onPress={onUseMine} />
          <NoteButton name="Keep theirs" onPress={onDismiss} />
        </span>
      );
    case "failed":
      return (
        <span class="note acting bad">
          <span>
            <b>{count(save.wanted)}</b> not saved. {save.message}.
          </span>
          <NoteButton name="Save again" onPress={() => onAgain(save.again)} />
          <NoteButton name="Drop" onPress={onDismiss} />
        </span>
      );
    default:
      return mark === undefined ? null : <span class="note quiet">{whatChanged(mark.before)}</span>;
  }
}

function NoteButton({ name, onPress }: { readonly name: string; readonly onPress: () => void }) {
  const onClick = (event: MouseEvent): void => {
    // The cell around it would take the keyboard.
    event.stopPropagation();
    onPress();
  };
  return (
    <button type="button" class="small" onClick={onClick}>
      {name}
    </button>
  );
}

function EditingNote({
  item,
  save,
  editing,
}: Pick<NoteProps, "item" | "save"> & { readonly editing: Editing }) {
  if (editing.mistake !== undefined) {
    return (
      <span class="note bad" role="alert">
        {editing.mistake}
      </span>
    );
  }
  const isOther =
    save?.kind !== "saving" &&
    (item.quantity !== editing.from.quantity || item.status !== editing.from.status);
  if (isOther) return <span class="note warn">{`Changed meanwhile: ${describe(item)} now`}</span>;
  return <span class="note hint">Enter saves, Esc leaves it; +5 and -2 work</span>;
}

function describe({ quantity, status }: InventoryItem): string {
  return `${count(quantity)}, ${status}`;
}

function whatChanged(before: number | undefined): string {
  return before === undefined ? "New" : `Was ${count(before)} just now`;
}
