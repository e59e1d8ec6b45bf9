// Labels and their changes as text. Pure.

import { LABEL_MEMBERS, type LabelMembers, type LabelPatch } from "../../inventory/label.ts";
import { formatCount } from "../language/format.ts";
import { isolated } from "./isolated.ts";

type Member = keyof LabelMembers;

const TITLES: Readonly<Record<Member, string>> = {
  name: "Name",
  kind: "Kind",
  code: "Barcode or code",
  low: "Low stock at",
};

const NOUNS: Readonly<Record<Member, string>> = {
  name: "name",
  kind: "kind",
  code: "barcode",
  low: "low quantity",
};

/** As forms have it. */
export function memberTitle(member: Member): string {
  return TITLES[member];
}

/** Within a sentence. */
export function memberNoun(member: Member): string {
  return NOUNS[member];
}

export function valueInWords(value: string | number | null): string {
  if (value === null) return "none";
  return typeof value === "number" ? formatCount(value) : isolated(value);
}

/**
 * `renamed Rex to Max, barcode 400 to 401`; `named Max`, `low quantity 3`; `label removed`. Null is no label; of a member that is absent
 * in `before`, the value is not known.
 */
export function labelChangeInWords(before: LabelPatch | null, after: LabelPatch | null): string {
  if (after === null) return "label removed";
  const old = (member: Member): string | number | null | undefined =>
    before === null ? null : before[member];
  return LABEL_MEMBERS.filter((member) => after[member] !== undefined && old(member) !== after[member])
    .map((member) => memberChange(member, old(member) ?? null, after[member]!))
    .join(", ");
}

function memberChange(member: Member, before: string | number | null, after: string | number | null): string {
  const [from, to] = [valueInWords(before), valueInWords(after)];
  const noun = NOUNS[member];
  if (after === null) return before === null ? `${noun} removed` : `${noun} ${from} removed`;
  if (before === null) return member === "name" ? `named ${to}` : `${noun} ${to}`;
  return member === "name" ? `renamed ${from} to ${to}` : `${noun} ${from} to ${to}`;
}
