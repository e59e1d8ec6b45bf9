// What roles are called, and what a key with each may do, in words.

import type { Role } from "../../client/client.ts";

export interface RoleText {
  readonly role: Role;
  readonly name: string;
  readonly rights: string;
}

/** By rising rights: each role may do what the ones before it may. */
export const ROLE_TEXTS: readonly RoleText[] = [
  { role: "reader", name: "Reader", rights: "sees everything, changes nothing" },
  { role: "clerk", name: "Clerk", rights: "counts, and sets quantities" },
  { role: "manager", name: "Manager", rights: "changes everything but keys" },
  { role: "admin", name: "Admin", rights: "changes everything, also keys" },
];

export function roleText(role: Role): RoleText {
  return ROLE_TEXTS.find((each) => each.role === role)!;
}
