// The note below a label's form: the progress of a save, or a conflict with both values of each member.

import { LABEL_MEMBERS } from "../../inventory/label.ts";
import type { LabelSave } from "../state/state.ts";
import { labelChangeInWords, memberTitle, valueInWords } from "../ui/label-words.ts";
import { petText } from "../language/en/pet.ts";
import { RichText } from "../ui/rich-text.tsx";

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
      return <p class="note quiet">{petText.saving}</p>;
    case "saved":
      return <p class="note good">{petText.saved}</p>;
    case "unconfirmed":
      return <p class="note warn">{petText.notConfirmed}</p>;
    case "conflict":
      return (
        <div class="note with-actions bad" role="group" aria-label={petText.changedByOthers}>
          <span>
            {LABEL_MEMBERS.filter((member) => member in save.theirs).map((member) => (
              <span key={member} class="label-conflict">
                <RichText
                  text={petText.conflict(memberTitle(member))}
                  parts={{
                    yours: <b>{valueInWords(save.wanted[member] ?? null)}</b>,
                    theirs: <b>{valueInWords(save.theirs[member] ?? null)}</b>,
                  }}
                />
              </span>
            ))}
          </span>
          <NoteButton name={petText.useMine} onPress={onUseMine} />
          <NoteButton name={petText.keepTheirs} onPress={onKeepTheirs} />
        </div>
      );
    case "failed":
      return (
        <div class="note with-actions bad" role="group" aria-label={petText.notSaved}>
          <span>
            <RichText
              text={petText.notSavedBecause}
              parts={{ change: <b>{labelChangeInWords({}, save.wanted)}</b>, reason: save.message }}
            />
          </span>
          <NoteButton name={petText.retry} onPress={() => onRetry(save.retry)} />
          <NoteButton name={petText.discard} onPress={onDismiss} />
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
