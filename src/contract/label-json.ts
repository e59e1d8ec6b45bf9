// One label as JSON: members in the contract's order, the id with all its digits.

import type { Label } from "../inventory/label.ts";

/** `{"petId":1,"name":"Rex","kind":"dog","code":"0012","low":2}`, without white space; null for a member that it lacks. */
export function labelJson({ petId, ...members }: Label): string {
  const { name, kind, code, low } = members;
  return `{"petId":${petId},${JSON.stringify({ name, kind, code, low }).slice(1)}`;
}
