// The pets of a preview, as the service's dry run says what would happen to them.

import type { ChangeSetResult } from "../../client/admin-types.ts";
import { PREVIEW_GROUPS } from "../../inventory/change-preview.ts";
import { sameStock } from "../../inventory/decide.ts";
import type { Labels } from "../inventory.ts";

type Preview = NonNullable<ChangeSetResult["preview"]>;
type PreviewedChange = Preview["created"][number];

/** Each pet once, in the order of the changes. The labels give the names of pets whose label stays. */
export function previewedPets(preview: Preview, labels: Labels): readonly object[] {
  const listed = PREVIEW_GROUPS.flatMap((group) => preview[group]);
  // A pet is in two groups if its stock and its label change.
  const pets = new Map(listed.map((row) => [row.petId, row]));
  return [...pets.values()].toSorted(byIndex).map((row) => shown(row, labels));
}

function byIndex({ index: a = 0 }: PreviewedChange, { index: b = 0 }: PreviewedChange): number {
  return a - b;
}

/** The stock is null where the pet is not in the inventory, and left out where the label alone changes. */
function shown({ petId, before, after, label }: PreviewedChange, labels: Labels): object {
  const name = (label === undefined ? labels.get(petId) : label.before)?.name ?? undefined;
  if (!sameStock(before, after)) return { petId, name, before, after, label };
  return label === undefined ? { petId, name, before, after, unchanged: true } : { petId, name, label };
}
