// A pet's label in its panel: to read, and for managers to edit in place.

import { useEffect, useState } from "preact/hooks";
import type { Label } from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { formatCount } from "../ui/format.ts";
import { draftOf, followedDraft, isSameDraft, LabelFields, readLabelDraft } from "./label-fields.tsx";
import { saveLabel } from "./save-label.ts";
import { PersonText } from "../ui/person-text.tsx";

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
  if (!hasLabels) return null;
  return canManage ? (
    <EditedLabel key={String(petId)} dashboard={dashboard} petId={petId} label={label} />
  ) : (
    <LabelFacts label={label} />
  );
}

function LabelFacts({ label }: { readonly label: Label | undefined }) {
  const low = label?.low ?? undefined;
  const facts = [
    ["Code", label?.code],
    ["Low at", low === undefined ? undefined : formatCount(low)],
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
  const saved = draftOf(label);
  const [draft, setDraft] = useState(saved);
  const [isSaving, setSaving] = useState(false);
  const [base, setBase] = useState(saved);
  useEffect(() => {
    // Others changed the label: the fields that the user has not touched follow.
    setDraft(followedDraft(draft, base, saved));
    setBase(saved);
  }, [label]);
  const { value, errors } = readLabelDraft(draft);
  const isChanged = !isSameDraft(draft, saved);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (value === undefined || isSaving) return;
    setSaving(true);
    await saveLabel(dashboard, petId, value);
    setSaving(false);
  };
  return (
    <form class="label-form" aria-label="Label" noValidate onSubmit={(event) => void save(event)}>
      <LabelFields draft={draft} errors={errors} onChange={setDraft} />
      {isChanged && (
        <div class="label-actions">
          <button type="button" class="small" onClick={() => setDraft(saved)}>
            Cancel
          </button>
          <button type="submit" class="small primary" disabled={isSaving || value === undefined}>
            {isSaving ? "Saving…" : "Save"}
          </button>
        </div>
      )}
    </form>
  );
}
