// The note beside a row: the progress of a save, a conflict, or a recent change by others.

import type { InventoryItem } from "../../contract/item-json.ts";
import { formatCount } from "../language/format.ts";
import type { Editing, QuantitySave } from "../state/state.ts";
import type { LastChange } from "../data/last-change.ts";
import { actorInWords, actorName } from "../ui/names.ts";
import { reasonInWords } from "../ui/reason-fields.tsx";
import { Time } from "../ui/time.tsx";

interface NoteProps {
  readonly item: InventoryItem;
  readonly save: QuantitySave | undefined;
  /** A change of the label was not saved, and the panel asks what to do. */
  readonly isLabelUndecided?: boolean;
  readonly editing: Editing | undefined;
  /** Set if others have changed the row recently; `before` is its previous quantity. */
  readonly mark: { readonly before: number | undefined } | undefined;
  /** Who changed the pet last, and when; undefined until it is known. */
  readonly lastChange: LastChange | undefined;
  readonly onUseMine: () => void;
  readonly onRetry: (retry: () => void) => void;
  readonly onDismiss: () => void;
  /** Opens the panel. */
  readonly onOpen?: () => void;
}

export function Note(props: NoteProps) {
  const { item, save, isLabelUndecided, editing, mark, lastChange } = props;
  const { onUseMine, onRetry, onDismiss, onOpen } = props;
  if (editing !== undefined) return <EditingNote item={item} save={save} editing={editing} />;
  switch (save?.kind) {
    case "saving":
      return <span class="note quiet">Saving…</span>;
    case "saved":
      return <span class="note good">Saved</span>;
    case "unconfirmed":
      return <span class="note warn">{`${formatCount(save.wanted)} not confirmed; retrying`}</span>;
    case "conflict":
      return (
        <span class="note with-actions bad">
          <span>
            Yours <b>{formatCount(save.wanted)}</b>, theirs <b>{formatCount(save.theirs.quantity)}</b>
          </span>
          <NoteButton name="Use mine" onPress={onUseMine} />
          <NoteButton name="Keep theirs" onPress={onDismiss} />
        </span>
      );
    case "failed":
      return (
        <span class="note with-actions bad">
          <span>
            <b>{formatCount(save.wanted)}</b> not saved. {save.message}.
          </span>
          <NoteButton name="Retry" onPress={() => onRetry(save.retry)} />
          <NoteButton name="Discard" onPress={onDismiss} />
        </span>
      );
    default:
      if (isLabelUndecided && onOpen !== undefined)
        return (
          <span class="note with-actions bad">
            <span>Label not saved.</span>
            <NoteButton name="Decide" onPress={onOpen} />
          </span>
        );
      if (mark !== undefined) return <span class="note quiet">{changeText(mark.before, lastChange)}</span>;
      return lastChange === undefined ? null : <LastChangeText change={lastChange} />;
  }
}

function NoteButton({ name, onPress }: { readonly name: string; readonly onPress: () => void }) {
  const onClick = (event: MouseEvent): void => {
    // Otherwise the cell would become active.
    event.stopPropagation();
    onPress();
  };
  return (
    <button type="button" class="small" onClick={onClick}>
      {name}
    </button>
  );
}

type EditingNoteProps = Pick<NoteProps, "item" | "save"> & { readonly editing: Editing };

function EditingNote({ item, save, editing }: EditingNoteProps) {
  const { from, error } = editing;
  if (error !== undefined) {
    return (
      <span class="note bad" role="alert">
        {error}
      </span>
    );
  }
  const differs = item.quantity !== from.quantity || item.status !== from.status;
  if (differs && save?.kind !== "saving") {
    return <span class="note warn">{`Changed by someone else: now ${describe(item)}`}</span>;
  }
  return <span class="note hint">Enter saves, Esc cancels; +5 and -2 adjust</span>;
}

function describe({ quantity, status }: InventoryItem): string {
  return `${formatCount(quantity)}, ${status}`;
}

function changeText(before: number | undefined, lastChange: LastChange | undefined): string {
  const text = before === undefined ? "New" : `Changed from ${formatCount(before)}`;
  return lastChange === undefined ? text : `${text} by ${actorName(lastChange.actor)}`;
}

function LastChangeText({ change: { at, actor, reason } }: { readonly change: LastChange }) {
  return (
    <span class="last-change" title={`${reasonInWords(reason)} by ${actorInWords(actor)}`}>
      <Time at={at} /> by {actorName(actor)}
    </span>
  );
}
