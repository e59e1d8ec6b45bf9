// Places between the movements of the ledger, from which a page continues, and their opaque text.

import { parsePetId } from "./item.ts";

/** After the movement of this pet in this revision; with null after the whole revision. */
export interface MovementCursor {
  readonly revision: number;
  readonly petId: bigint | null;
}

/** Opaque text of URL-safe characters. */
export function formatMovementCursor({ revision, petId }: MovementCursor): string {
  return btoa(`${revision}:${petId ?? ""}`).replaceAll("=", "");
}

/** Undefined for text that `formatMovementCursor` does not give. */
export function parseMovementCursor(text: string): MovementCursor | undefined {
  if (!/^[0-9A-Za-z]{1,60}$/.test(text)) return undefined;
  const [, revision = "", pet] = /^(0|[1-9][0-9]{0,15}):(-?[0-9]*)$/.exec(decoded(text)) ?? [];
  if (revision === "" || !Number.isSafeInteger(Number(revision))) return undefined;
  const petId = pet === "" ? null : parsePetId(pet as string);
  const cursor = petId === undefined ? undefined : { revision: Number(revision), petId };
  return cursor !== undefined && formatMovementCursor(cursor) === text ? cursor : undefined;
}

function decoded(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}
