// Reads the ledger with `petstock history --json`.

import { type JsonObject, type JsonValue, parseJson } from "../../src/contract/json.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import type { TestService } from "../support/service.ts";

/** The members of a movement that tests check. Ids above 2^53 are BigInts. */
export interface LedgerLine {
  readonly revision: number;
  readonly petId: number | bigint;
  readonly before: { readonly quantity: number; readonly status: string } | null;
  readonly after: { readonly quantity: number; readonly status: string } | null;
  readonly reason: string;
  readonly by: { readonly actor: string; readonly keyId: string | null; readonly requestId: string | null };
}

/** All movements, or those of one pet, oldest first. */
export async function ledgerOf(service: TestService, petId?: bigint | number): Promise<LedgerLine[]> {
  const which = petId === undefined ? [] : ["--", `${petId}`];
  const options = ["--json", "--limit", "1000000", "--database", service.databaseUrl];
  const { stdout } = await petstockOrThrow(["history", ...options, ...which]);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => plain(parseJson(line)) as unknown as LedgerLine).toReversed();
}

/** The exact JSON reader's objects have no prototype, which toEqual counts as a difference. */
function plain(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, member]) => [name, plain(member)]),
  );
}
