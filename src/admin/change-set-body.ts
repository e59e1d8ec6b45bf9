// A change set as JSON: its text, read and checked by admin.yaml, as changes of the domain. Each invalid change is named.

import type { components } from "../contract/admin.generated.ts";
import { checkAdminBody, isWithoutProblem, problemIn } from "../contract/admin-body.ts";
import type { Problem } from "../contract/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json.ts";
import { InvalidBodyError } from "../contract/body-text.ts";
import { noteProblem } from "../inventory/note.ts";
import type { PetChange } from "../inventory/change-set.ts";
import type { PetStatus } from "../inventory/item.ts";
import { LABEL_TEXTS, type LabelPatch, storedLabelText } from "../inventory/label.ts";
import { refusalOfLabelText } from "../inventory/label-text.ts";
import type { MovementReason } from "../inventory/movement.ts";
import { faultInWords } from "../transfer/fault-words.ts";
import { inSteps } from "./in-steps.ts";
import { parseBody } from "./json-body.ts";
import { Problems } from "./problems.ts";

interface RequestedChanges {
  readonly changes: readonly PetChange[];
  readonly reason: MovementReason;
  readonly note: string | null;
}

/**
 * Throws the signal's reason if it is aborted, InvalidBodyError, or `invalid_changes` with a problem for each invalid change and
 * each repeated pet.
 */
export async function readChangeSet(text: string, signal: AbortSignal): Promise<RequestedChanges> {
  const body = checkAdminBody(await parseBody(text, signal), "ChangeSet");
  const { reason = "update", note = null } = body as { reason?: MovementReason; note?: string };
  if (note !== null) checkNote(note);
  const problems = new Problems();
  const changes = await inSteps(readChanges(body["changes"] as JsonValue[], problems), signal);
  problems.throwIfAny();
  return { changes, reason, note };
}

function checkNote(note: string): void {
  const problem = noteProblem(note);
  if (problem !== undefined) throw new InvalidBodyError("invalid_field", `"note" ${problem}.`);
}

/** A pause after so many changes: about a ms of work. */
const STEP_CHANGES = 250;

function* readChanges(values: readonly JsonValue[], problems: Problems): Generator<undefined, PetChange[]> {
  const changes: PetChange[] = [];
  const indexOf = new Map<bigint, number>();
  for (const [index, value] of values.entries()) {
    if (index % STEP_CHANGES === STEP_CHANGES - 1) yield;
    if (problems.isFull) {
      if (!isValid(value) || isRepetition(value as JsonObject, indexOf)) problems.count(1);
      continue;
    }
    const problem = problemOf(value, index) ?? repetitionOf(value as JsonObject, index, indexOf);
    if (problem === undefined) changes.push(petChangeOf(value as JsonObject));
    else problems.add(problem);
  }
  return changes;
}

type Form = keyof Pick<
  components["schemas"],
  "SetQuantity" | "AdjustQuantity" | "SetStatus" | "CreatePet" | "RemovePet" | "ChangeLabel"
>;

/** The form that the change most likely means, so that its message names what is wrong with it. */
function formOf(change: JsonObject): Form {
  if ("remove" in change) return "RemovePet";
  if ("create" in change) return "CreatePet";
  if ("by" in change) return "AdjustQuantity";
  if ("quantity" in change) return "SetQuantity";
  if ("status" in change) return "SetStatus";
  return "label" in change ? "ChangeLabel" : "SetQuantity";
}

/** Without the cost of a message. */
function isValid(value: JsonValue): boolean {
  const form = isJsonObject(value) ? formOf(value) : "SetQuantity";
  return !isStockWithoutCreate(value) && isWithoutProblem(value, form) && labelProblemIn(value) === undefined;
}

function isRepetition({ petId }: JsonObject, indexOf: Map<bigint, number>): boolean {
  const id = BigInt(petId as number | bigint);
  if (indexOf.has(id)) return true;
  indexOf.set(id, 0);
  return false;
}

function problemOf(value: JsonValue, index: number): Problem | undefined {
  const form = isJsonObject(value) ? formOf(value) : "SetQuantity";
  const invalid = isStockWithoutCreate(value)
    ? STOCK_WITHOUT_CREATE
    : (labelProblemIn(value) ?? problemIn(value, form, "a change"));
  if (invalid === undefined) return undefined;
  const petId = isJsonObject(value) ? value["petId"] : undefined;
  return {
    index,
    ...(isInt64(petId) && { petId: BigInt(petId) }),
    code: invalid.code as Problem["code"],
    message: `changes[${index}]: ${invalid.message}`,
  };
}

const LABEL_MEMBERS = ["label", "ifLabel"] as const;

/** Before the form is checked: its problem would name the change, not the member of the label. */
function labelProblemIn(value: JsonValue): InvalidBodyError | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const member of LABEL_MEMBERS) {
    const label = value[member];
    if (label === undefined || label === null) continue;
    const refused = isJsonObject(label) ? textProblemIn(label, member) : undefined;
    const problem = refused ?? problemIn(label, "LabelMembers", `"${member}"`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What the schema cannot say, such as that a text holds a key, or cannot say in words. */
function textProblemIn(label: JsonObject, member: string): InvalidBodyError | undefined {
  for (const text of LABEL_TEXTS) {
    const value = label[text];
    const refused = typeof value === "string" ? refusalOfLabelText(value) : undefined;
    if (refused === undefined) continue;
    const rule = faultInWords({ code: refused });
    return new InvalidBodyError("invalid_field", `"${text}" of "${member}" ${rule}.`);
  }
  return undefined;
}

/** As labels store it: a text without white space around it, an empty one as null. */
function storedLabel(label: LabelPatch | null): LabelPatch | null {
  if (label === null) return null;
  const members = Object.entries(label).map(([member, value]) => [
    member,
    typeof value === "string" ? storedLabelText(value) : value,
  ]);
  return Object.fromEntries(members);
}

/** Quantity and status together are only for a new pet. */
function isStockWithoutCreate(value: JsonValue): boolean {
  return isJsonObject(value) && formOf(value) === "SetQuantity" && "quantity" in value && "status" in value;
}

const STOCK_WITHOUT_CREATE = new InvalidBodyError(
  "invalid_field",
  '"quantity" and "status" are together only where "create" is true. Set one of them, or send rows.',
);

function isInt64(value: JsonValue | undefined): value is number | bigint {
  return typeof value === "bigint" || typeof value === "number";
}

function repetitionOf(change: JsonObject, index: number, indexOf: Map<bigint, number>): Problem | undefined {
  const petId = BigInt(change["petId"] as number | bigint);
  const first = indexOf.get(petId);
  if (first === undefined) {
    indexOf.set(petId, index);
    return undefined;
  }
  const message = `changes[${index}]: pet ${petId} is in changes[${first}] already; keep one of the two.`;
  return { index, petId, code: "duplicate_pet", message };
}

/** The change as the domain has it; it has one of the six forms. */
function petChangeOf(change: JsonObject): PetChange {
  const { petId, quantity, by, status, create, remove, ifMatch, label, ifLabel } =
    change as unknown as CheckedChange;
  return {
    petId: BigInt(petId),
    ...(quantity !== undefined && { quantity }),
    ...(by !== undefined && { quantity: { by } }),
    ...(status !== undefined && { status }),
    ...(create !== undefined && { create }),
    ...(remove !== undefined && { remove }),
    // Without its quotes.
    ...(ifMatch !== undefined && { ifMatch: ifMatch.slice(1, -1) }),
    ...(label !== undefined && { label: storedLabel(label) }),
    ...(ifLabel !== undefined && { ifLabel: storedLabel(ifLabel) }),
  };
}

interface CheckedChange {
  readonly petId: number | bigint;
  readonly quantity?: number;
  readonly by?: number;
  readonly status?: PetStatus;
  readonly create?: true;
  readonly remove?: true;
  readonly ifMatch?: string;
  readonly label?: LabelPatch | null;
  readonly ifLabel?: LabelPatch | null;
}
