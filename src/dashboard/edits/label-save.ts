// Saves of labels: only the members that the user changed, each guarded with the value that the user saw. So edits of different
// members merge, and of the same member the later user decides.

import { PetstockError, type Problem, RequestError } from "../../client/client.ts";
import {
  isExpectedLabel,
  LABEL_MEMBERS,
  type LabelMembers,
  type LabelPatch,
  NO_MEMBERS,
  patchedLabel,
} from "../../inventory/label.ts";
import { editsText } from "../language/en/edits.ts";
import { problemText } from "../language/error-text.ts";
import type { LabelSave } from "../state/state.ts";
import { labelChangeInWords, memberTitle, valueInWords } from "../ui/label-words.ts";
import { failureMessage } from "./failure-message.ts";
import type { Edited, EditKind, NextStep, SaveAttempt, SaveResult, SendOptions } from "./save-attempt.ts";

export interface LabelTypes {
  /** `label`: the members as the user saw them. */
  readonly from: { readonly petId: bigint; readonly label: LabelPatch };
  readonly edit: { readonly kind: "label"; readonly label: LabelPatch };
  readonly wanted: LabelPatch;
  readonly theirs: LabelPatch;
}

type Attempt = SaveAttempt<LabelTypes>;
type Options = SendOptions<LabelTypes>;

export const LABEL_SAVES: EditKind<LabelTypes> = {
  savesIn: ({ labelSaves }) => labelSaves,
  withSaves: (labelSaves) => ({ labelSaves }),
  wanted: ({ edit }) => edit.label,
  title: titleOf,
  notSent: (petName, wanted) => editsText.labelNotSent(petName, labelChangeInWords({}, wanted)),
  send: sendLabel,
  next: nextStep,
  overTheirs: ({ from, edit }, theirs) => ({ from: { ...from, label: { ...from.label, ...theirs } }, edit }),
  besidesTheirs: (attempt, theirs) => partOf(attempt, (member) => !(member in theirs)),
  problem: problemOf,
};

/** The label with the edit that is being saved. */
export function shownLabel(
  label: LabelMembers | undefined,
  save: LabelSave | undefined,
): LabelMembers | null {
  const isShown = save?.kind === "saving" || save?.kind === "unconfirmed";
  return isShown ? patchedLabel(label ?? null, save.wanted) : (label ?? null);
}

/** Never rejects. */
async function sendLabel(attempt: Attempt, options: Options): Promise<SaveResult<LabelTypes>> {
  const { from, edit, idempotencyKey } = attempt;
  const { petId } = from;
  const { client, admin, pets, onKeyError } = options.context;
  const sender = client();
  const changes = [{ petId, label: edit.label, ifLabel: from.label }];
  try {
    const { revision } = await admin().applyChanges({ changes }, { idempotencyKey });
    const label = patchedLabel(pets.label(petId) ?? null, edit.label);
    pets.labels.acknowledge(petId, label === null ? undefined : { ...label, petId });
    const change = { title: titleOf(attempt), isEdit: true, revision };
    return { save: { kind: "saved", wanted: edit.label }, change };
  } catch (error) {
    onKeyError(error, sender);
    const [conflict] = error instanceof PetstockError ? error.conflicts : [];
    if (conflict?.label !== undefined) return afterConflict(attempt, conflict.label, options);
    return { save: saveAfter(error, attempt, options) };
  }
}

/** Nothing was changed. Members that others have set to the same value need no decision. */
async function afterConflict(
  attempt: Attempt,
  present: LabelMembers | null,
  options: Options,
): Promise<SaveResult<LabelTypes>> {
  const { from, edit } = attempt;
  const { petId } = from;
  const now = present ?? NO_MEMBERS;
  options.context.pets.labels.acknowledge(petId, present === null ? undefined : { ...present, petId });
  const left = partOf(attempt, (member) => edit.label[member] !== now[member]);
  if (left === undefined) return { save: { kind: "saved", wanted: edit.label } };
  const theirs = theirsFor(left, now);
  if (Object.keys(theirs).length > 0) return { save: { kind: "conflict", wanted: edit.label, theirs } };
  return sendLabel({ ...attempt, ...left }, options);
}

function saveAfter(error: unknown, { edit }: Attempt, { failed }: Options): LabelSave {
  if (error instanceof RequestError && error.mayBeApplied) return { kind: "unconfirmed", wanted: edit.label };
  const [problem] = error instanceof PetstockError ? error.problems : [];
  return failed(problem === undefined ? failureMessage(error) : problemText(withoutPlace(problem)));
}

/** Without the place in the change set, which has one change. */
function withoutPlace({ code, message }: Problem): Pick<Problem, "code" | "message"> {
  return { code, message: message.replace(/^changes\[0\]: /, "") };
}

function nextStep(
  attempt: Attempt,
  { context, failed, canRetry }: Options & { readonly canRetry: boolean },
): NextStep<LabelTypes> {
  if (canRetry) return { kind: "retry", attempt };
  const { from, edit } = attempt;
  const wanted = edit.label;
  const now = context.pets.label(from.petId) ?? null;
  const known = (save: LabelSave): NextStep<LabelTypes> => ({ kind: "known", result: { save } });
  if (isExpectedLabel(now, wanted)) return known({ kind: "saved", wanted });
  if (isExpectedLabel(now, from.label)) return known(failed(editsText.oldLabel));
  return known({ kind: "conflict", wanted, theirs: theirsFor(attempt, now ?? NO_MEMBERS) });
}

/** The edited members that others have changed, as they are now. */
function theirsFor({ from, edit }: Edited<LabelTypes>, now: LabelMembers): LabelPatch {
  return select(now, (member) => edit.label[member] !== undefined && now[member] !== from.label[member]);
}

/** The edit of some of its members; undefined if it has none of them. */
function partOf(
  { from, edit }: Edited<LabelTypes>,
  isWanted: (member: keyof LabelMembers) => boolean,
): Edited<LabelTypes> | undefined {
  const label = select(edit.label, isWanted);
  if (Object.keys(label).length === 0) return undefined;
  return { from: { ...from, label: select(from.label, isWanted) }, edit: { ...edit, label } };
}

function select(label: LabelPatch, isWanted: (member: keyof LabelMembers) => boolean): LabelPatch {
  const members = LABEL_MEMBERS.filter((member) => label[member] !== undefined && isWanted(member));
  return Object.fromEntries(members.map((member) => [member, label[member]]));
}

function titleOf({ name, from, edit }: Attempt): string {
  return `${name}, ${labelChangeInWords(from.label, edit.label)}`;
}

function problemOf(name: string, save: LabelSave): string | undefined {
  if (save.kind === "failed")
    return editsText.labelNotSaved(name, labelChangeInWords({}, save.wanted), save.message);
  if (save.kind !== "conflict") return undefined;
  const values = LABEL_MEMBERS.filter((member) => member in save.theirs).map((member) => {
    const [yours, theirs] = [save.wanted, save.theirs].map((label) => valueInWords(label[member] ?? null));
    return editsText.yoursTheirs(memberTitle(member), yours!, theirs!);
  });
  return editsText.labelConflict(name, values.join("; "));
}
