// Labels and their changes as text. Pure.

import { LABEL_MEMBERS, type LabelMembers, type LabelPatch } from "../../inventory/label.ts";
import { uiText } from "../language/en/ui.ts";
import { formatCount } from "../language/format.ts";
import { isolated } from "./isolated.ts";

type Member = keyof LabelMembers;

/** As forms have it. */
export function memberTitle(member: Member): string {
  return uiText.members[member];
}

/** Within a sentence. */
function memberNoun(member: Member): string {
  return uiText.memberNouns[member];
}

export function valueInWords(value: string | number | null): string {
  if (value === null) return uiText.noValue;
  return typeof value === "number" ? formatCount(value) : isolated(value);
}

/**
 * `renamed Rex to Max, barcode 400 to 401`; `named Max`, `low quantity 3`; `label removed`. Null is no label; of a member that is absent
 * in `before`, the value is not known.
 */
export function labelChangeInWords(before: LabelPatch | null, after: LabelPatch | null): string {
  if (after === null) return uiText.labelRemoved;
  const old = (member: Member): string | number | null | undefined =>
    before === null ? null : before[member];
  return LABEL_MEMBERS.filter((member) => after[member] !== undefined && old(member) !== after[member])
    .map((member) => memberChange(member, old(member) ?? null, after[member]!))
    .join(", ");
}

function memberChange(member: Member, before: string | number | null, after: string | number | null): string {
  const [from, to] = [valueInWords(before), valueInWords(after)];
  const { named, renamed, memberRemoved, memberValueRemoved, memberSet, memberChanged } = uiText;
  const noun = memberNoun(member);
  if (after === null) return before === null ? memberRemoved(noun) : memberValueRemoved(noun, from);
  if (before === null) return member === "name" ? named(to) : memberSet(noun, to);
  return member === "name" ? renamed(from, to) : memberChanged(noun, from, to);
}
