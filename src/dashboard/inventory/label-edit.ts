// A label as it is edited in a form: only the members that the user changed are saved, and the others follow what others set. Pure.

import {
  differentMembers,
  LABEL_MEMBERS,
  type LabelMembers,
  type LabelPatch,
  NO_MEMBERS,
} from "../../inventory/label.ts";
import { draftOf, type LabelDraft } from "./label-fields.tsx";

export interface LabelEdit {
  readonly draft: LabelDraft;
  /** The values that the user saw when each member began to be changed: the save is guarded with them. */
  readonly base: LabelMembers;
}

export function editOf(label: LabelMembers | null): LabelEdit {
  return { draft: draftOf(label), base: label ?? NO_MEMBERS };
}

export function isTouched({ draft, base }: LabelEdit, member: keyof LabelMembers): boolean {
  return draft[member] !== draftOf(base)[member];
}

export function isEdited(edit: LabelEdit): boolean {
  return LABEL_MEMBERS.some((member) => isTouched(edit, member));
}

/** The edit after the label has changed: members that the user has not touched are taken from `now`. */
export function followed(edit: LabelEdit, now: LabelMembers | null): LabelEdit {
  const current = editOf(now);
  const kept = LABEL_MEMBERS.filter(
    (member) => isTouched(edit, member) && edit.draft[member] !== current.draft[member],
  );
  const keptOf = <T extends object>(from: T): Partial<T> =>
    Object.fromEntries(kept.map((member) => [member, from[member as keyof T]])) as Partial<T>;
  return {
    draft: { ...current.draft, ...keptOf(edit.draft) },
    base: { ...current.base, ...keptOf(edit.base) },
  };
}

/** The members that differ from what the user saw, before and after. */
export function changedMembers(
  base: LabelMembers,
  value: LabelMembers,
): { readonly before: LabelPatch; readonly after: LabelPatch } {
  const changed = differentMembers(base, value);
  const of = (label: LabelMembers): LabelPatch =>
    Object.fromEntries(changed.map((member) => [member, label[member]]));
  return { before: of(base), after: of(value) };
}
