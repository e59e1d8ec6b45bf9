// The note beside a row: the progress of a save, a conflict, or a recent change by others.

import type { InventoryItem } from "../../contract/item-json.ts";
import { formatCount } from "../language/format.ts";
import type { Editing, QuantitySave } from "../state/state.ts";
import type { LastChange } from "../data/last-change.ts";
import { actorInWords, actorName } from "../ui/names.ts";
import { reasonInWords } from "../ui/reason-fields.tsx";
import { Time } from "../ui/time.tsx";
import { inventoryText } from "../language/en/inventory.ts";
import { uiText } from "../language/en/ui.ts";
import { RichText } from "../ui/rich-text.tsx";

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
      return <span class="note quiet">{inventoryText.saving}</span>;
    case "saved":
      return <span class="note good">{inventoryText.saved}</span>;
    case "unconfirmed":
      return <span class="note warn">{inventoryText.notConfirmed(save.wanted)}</span>;
    case "conflict":
      return (
        <span class="note with-actions bad">
          <span>
            <RichText
              text={inventoryText.conflict}
              parts={{
                yours: <b>{formatCount(save.wanted)}</b>,
                theirs: <b>{formatCount(save.theirs.quantity)}</b>,
              }}
            />
          </span>
          <NoteButton name={inventoryText.useMine} onPress={onUseMine} />
          <NoteButton name={inventoryText.keepTheirs} onPress={onDismiss} />
        </span>
      );
    case "failed":
      return (
        <span class="note with-actions bad">
          <span>
            <RichText
              text={inventoryText.notSaved}
              parts={{ quantity: <b>{formatCount(save.wanted)}</b>, reason: save.message }}
            />
          </span>
          <NoteButton name={inventoryText.retry} onPress={() => onRetry(save.retry)} />
          <NoteButton name={inventoryText.discard} onPress={onDismiss} />
        </span>
      );
    default:
      if (isLabelUndecided && onOpen !== undefined)
        return (
          <span class="note with-actions bad">
            <span>{inventoryText.labelNotSaved}</span>
            <NoteButton name={inventoryText.decide} onPress={onOpen} />
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
    return (
      <span class="note warn">
        {inventoryText.changedByOthers(item.quantity, uiText.statuses[item.status])}
      </span>
    );
  }
  return <span class="note hint">{inventoryText.editingHint}</span>;
}

function changeText(before: number | undefined, lastChange: LastChange | undefined): string {
  if (lastChange === undefined) {
    return before === undefined ? inventoryText.isNew : inventoryText.changedFrom(before);
  }
  const actor = actorName(lastChange.actor);
  return before === undefined ? inventoryText.isNewBy(actor) : inventoryText.changedFromBy(before, actor);
}

function LastChangeText({ change: { at, actor, reason } }: { readonly change: LastChange }) {
  return (
    <span class="last-change" title={inventoryText.lastReason(reasonInWords(reason), actorInWords(actor))}>
      {RichText({
        text: inventoryText.lastChange,
        parts: { time: <Time at={at} />, actor: actorName(actor) },
      })}
    </span>
  );
}
