// Saves a pet's label, and shows it at once.

import { type Label, PetstockError } from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { failureMessage } from "../edits/failure-message.ts";
import type { LabelValues } from "./label-fields.tsx";

/**
 * Whether it was saved; reports a failure in a notice. A label without any member is not made. Only members that differ from the
 * current label are sent, so that two people who edit different fields do not overwrite each other.
 */
export async function saveLabel(dashboard: Dashboard, petId: bigint, values: LabelValues): Promise<boolean> {
  const { pets, session } = dashboard;
  const current = pets.label(petId);
  const changed = changedMembers(values, current);
  if (Object.keys(changed).length === 0) return true;
  try {
    await session.admin.putLabels([{ petId, ...changed }]);
  } catch (error) {
    dashboard.notify({ text: `The label was not saved: ${labelFailure(error)}`, tone: "bad" });
    return false;
  }
  const { name = null, kind = null, code = null, low = null } = { ...current, ...changed };
  const isEmpty = [name, kind, code, low].every((each) => each === null);
  pets.labels.acknowledge(petId, isEmpty ? undefined : { petId, name, kind, code, low });
  return true;
}

function changedMembers(values: LabelValues, current: Label | undefined): LabelValues {
  const { name = null, kind = null, code = null, low = null } = current ?? {};
  const before: LabelValues = { name, kind, code, low };
  const changed = Object.entries(values).filter(
    ([member, value]) => (value ?? null) !== before[member as keyof LabelValues],
  );
  return Object.fromEntries(changed);
}

function labelFailure(error: unknown): string {
  const [problem] = error instanceof PetstockError ? error.problems : [];
  return problem?.message ?? failureMessage(error);
}
