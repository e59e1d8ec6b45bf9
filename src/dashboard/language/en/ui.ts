// Texts of what all pages share: dates, dialogs, names, labels.

import type { LabelMembers } from "../../../inventory/label.ts";
import type { PetStatus } from "../../../contract/item-json.ts";
import { texts } from "../texts.ts";

export const uiText = texts("ui", {
  cancel: "Cancel",
  stop: "Stop",
  working: "Working…",
  close: "Close",
  copied: "Copied",
  notCopied: "Not copied: select the text, and copy it by hand",
  now: "now",
  loading: "Loading…",
  notLoaded: "This page could not be loaded",
  loadAgainHint: "Check the connection, then load it again.",
  loadAgain: "Load again",
  language: "Language",
  languageNotLoaded: (language: string) =>
    `${language} could not be loaded. Check the connection, then try again`,
  pet: (petId: string) => `pet ${petId}`,
  petFirst: (petId: string) => `Pet ${petId}`,
  commandLine: (name: string) => `${name} (command line)`,
  statuses: {
    available: "available",
    pending: "pending",
    sold: "sold",
  } satisfies Record<PetStatus, string>,
  /** As forms have the members of a label. */
  members: {
    name: "Name",
    kind: "Kind",
    code: "Barcode or code",
    low: "Low stock at",
  } satisfies Record<keyof LabelMembers, string>,
  /** Within a sentence. */
  memberNouns: {
    name: "name",
    kind: "kind",
    code: "barcode",
    low: "low quantity",
  } satisfies Record<keyof LabelMembers, string>,
  noValue: "none",
  labelRemoved: "label removed",
  memberRemoved: (member: string) => `${member} removed`,
  memberValueRemoved: (member: string, value: string) => `${member} ${value} removed`,
  memberSet: (member: string, value: string) => `${member} ${value}`,
  memberChanged: (member: string, from: string, to: string) => `${member} ${from} to ${to}`,
  named: (name: string) => `named ${name}`,
  renamed: (from: string, to: string) => `renamed ${from} to ${to}`,
});
