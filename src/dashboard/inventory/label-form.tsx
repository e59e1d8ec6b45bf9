// A pet's label in its panel: to read, and for managers to edit in place.

import { useEffect, useRef } from "preact/hooks";
import type { Label } from "../../client/client.ts";
import { LABEL_MEMBERS, type LabelMembers, NO_MEMBERS } from "../../inventory/label.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { shownLabel } from "../edits/label-save.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { formatCount } from "../language/format.ts";
import { valueInWords } from "../ui/label-words.ts";
import { changedMembers, editOf, followed, isEdited, isTouched, type LabelEdit } from "./label-edit.ts";
import { type LabelDraft, LabelFields, readLabelDraft } from "./label-fields.tsx";
import { LabelNote } from "./label-note.tsx";
import { PersonText } from "../ui/person-text.tsx";
import { petText } from "../language/en/pet.ts";
import { useKeptState } from "../ui/use-kept-state.ts";

interface LabelFormProps {
  readonly dashboard: Dashboard;
  readonly petId: bigint;
}

export function LabelForm({ dashboard, petId }: LabelFormProps) {
  const { store, pets } = dashboard;
  const hasLabels = useSelected(store, (state) => state.me !== undefined);
  const canManage = useSelected(store, (state) => may(state, "manager"));
  useSelected(store, (state) => state.labelsVersion);
  const label = pets.label(petId);
  // What is typed over an unknown label would look like a change of others.
  if (!hasLabels || !pets.labels.isKnown) return null;
  return canManage ? (
    <EditedLabel key={String(petId)} dashboard={dashboard} petId={petId} label={label} />
  ) : (
    <LabelFacts label={label} />
  );
}

function LabelFacts({ label }: { readonly label: Label | undefined }) {
  const low = label?.low ?? undefined;
  const facts = [
    [petText.code, label?.code],
    [petText.lowAt, low === undefined ? undefined : formatCount(low)],
  ].filter(([, value]) => value);
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <PersonText text={value!} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function EditedLabel({ dashboard, petId, label }: LabelFormProps & { readonly label: Label | undefined }) {
  const { store, labelSaves } = dashboard;
  const save = useSelected(store, (state) => state.labelSaves.get(petId));
  const shown = shownLabel(label, save);
  const [edit, setEdit] = useKeptState(`label-${petId}`, () => editOf(shown));
  // Others changed the label, or a save has ended.
  useEffect(() => setEdit((before) => followed(before, shown)), [label, save]);
  const { value, errors } = readLabelDraft(edit.draft);
  const form = useRef<HTMLFormElement>(null);
  /** A button that was pressed disappears: the focus goes to the panel's title. */
  const press = (act: () => void) => (): void => {
    form.current?.closest(".pet-panel")?.querySelector("h2")?.focus();
    act();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (value === undefined) return;
    if (document.activeElement === event.submitter) press(() => {})();
    const { before, after } = changedMembers(edit.base, value);
    setEdit(editOf(value));
    if (Object.keys(after).length > 0)
      labelSaves.save({ petId, label: before }, { kind: "label", label: after });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isEdited(edit)) return;
    event.preventDefault();
    event.stopPropagation();
    setEdit(editOf(shown));
  };
  return (
    <form
      ref={form}
      class="label-form"
      aria-label={petText.label}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <LabelFields
        draft={edit.draft}
        errors={errors}
        hints={hintsOf(edit, shown)}
        onChange={(draft) => setEdit({ ...edit, draft })}
      />
      {isEdited(edit) && (
        <div class="label-actions">
          <button type="button" class="small" onClick={press(() => setEdit(editOf(shown)))}>
            {petText.cancel}
          </button>
          <button type="submit" class="small primary" disabled={value === undefined}>
            {petText.save}
          </button>
        </div>
      )}
      <LabelNote
        save={save}
        onUseMine={press(() => labelSaves.useMine(petId))}
        onKeepTheirs={press(() => labelSaves.keepTheirs(petId))}
        onRetry={(retry) => press(retry)()}
        onDismiss={press(() => labelSaves.dismiss(petId))}
      />
    </form>
  );
}

/** For members that the user is changing, and others have changed meanwhile. */
function hintsOf(edit: LabelEdit, shown: LabelMembers | null): Partial<Record<keyof LabelDraft, string>> {
  const now = shown ?? NO_MEMBERS;
  const changed = LABEL_MEMBERS.filter(
    (member) => isTouched(edit, member) && now[member] !== edit.base[member],
  );
  const texts = changed.map((member) => [member, petText.changedByOthersTo(valueInWords(now[member]))]);
  return Object.fromEntries(texts);
}
