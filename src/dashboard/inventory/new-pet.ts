// Reads the fields of a new pet as typed. Pure.

import { isQuantity, parsePetId, type PetStatus, QUANTITY_MAX } from "../../contract/item-json.ts";
import { PET_ID_MAX } from "../../inventory/item.ts";
import { readWholeNumber } from "../edits/quantity-edit.ts";
import { petText } from "../language/en/pet.ts";

export interface NewPet {
  readonly petId: bigint;
  readonly quantity: number;
  readonly status: PetStatus;
}

interface ReadNewPet {
  /** Undefined if a field is invalid. */
  readonly value: NewPet | undefined;
  readonly petId: bigint | undefined;
  readonly petIdError: string | undefined;
  readonly quantityError: string | undefined;
}

interface NewPetText {
  readonly petId: string;
  readonly quantity: string;
  readonly status: PetStatus;
}

export function readNewPet(typed: NewPetText): ReadNewPet {
  const petId = readPetId(typed.petId);
  const read = readWholeNumber(typed.quantity);
  const quantity = read?.sign === "" && isQuantity(read.number) ? read.number : undefined;
  const value =
    petId === undefined || quantity === undefined ? undefined : { petId, quantity, status: typed.status };
  return {
    value,
    petId,
    petIdError: petId === undefined ? idError(typed.petId) : undefined,
    quantityError: quantity === undefined ? petText.enterWholeNumber(QUANTITY_MAX) : undefined,
  };
}

/** A proposal for the next pet: the id after the largest one, or the largest free one if that is the last possible id. */
export function proposedId({
  last,
  item,
}: {
  last: bigint | undefined;
  item(petId: bigint): unknown;
}): bigint {
  if (last === undefined || last < 1n) return 1n;
  if (last < PET_ID_MAX) return last + 1n;
  let free = last;
  while (item(free) !== undefined) free -= 1n;
  return free;
}

/** An id may be typed with leading zeros, as barcodes have them. */
export function readPetId(text: string): bigint | undefined {
  return parsePetId(text.trim().replace(/^(-?)0+(?=[0-9])/, "$1"));
}

function idError(text: string): string {
  if (text.trim() === "") return petText.enterPetId;
  return /^-?[0-9]+$/.test(text.trim()) ? petText.petIdTooLong : petText.petIdNotWhole;
}
