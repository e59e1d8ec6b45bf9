// The note below a label's form: the progress of a save, or a conflict with both values of each member.

import { LABEL_MEMBERS } from "../../inventory/label.ts";
import type { LabelSave } from "../state/state.ts";
import { labelChangeInWords, memberTitle, valueInWords } from "../ui/label-words.ts";

interface LabelNoteProps {
  readonly save: LabelSave | undefined;
  readonly onUseMine: () => void;
  readonly onKeepTheirs: () => void;
  readonly onRetry: (retry: () => void) => void;
  readonly onDismiss: () => void;
}

export function LabelNote({ save, onUseMine, onKeepTheirs, onRetry, onDismiss }: LabelNoteProps) {
  switch (save?.kind) {
    case "saving":
      return <p class="note quiet">Saving…</p>;
    case "saved":
      return <p class="note good">Saved</p>;
    case "unconfirmed":
      return <p class="note warn">Not confirmed; retrying</p>;
    case "conflict":
      return (
        <div class="note with-actions bad" role="group" aria-label="Changed by someone else">
          <span>
            {LABEL_MEMBERS.filter((member) => member in save.theirs).map((member) => (
              <span key={member} class="label-conflict">
                {memberTitle(member)}: yours <b>{valueInWords(save.wanted[member] ?? null)}</b>, theirs{" "}
                <b>{valueInWords(save.theirs[member] ?? null)}</b>
              </span>
            ))}
          </span>
          <NoteButton name="Use mine" onPress={onUseMine} />
          <NoteButton name="Keep theirs" onPress={onKeepTheirs} />
        </div>
      );
    case "failed":
      return (
        <div class="note with-actions bad" role="group" aria-label="Not saved">
          <span>
            Not saved: <b>{labelChangeInWords({}, save.wanted)}</b>. {save.message}.
          </span>
          <NoteButton name="Retry" onPress={() => onRetry(save.retry)} />
          <NoteButton name="Discard" onPress={onDismiss} />
        </div>
      );
    default:
      return null;
  }
}

function NoteButton({ name, onPress }: { readonly name: string; readonly onPress: () => void }) {
  return (
    <button type="button" class="small" onClick={onPress}>
      {name}
    </button>
  );
}
