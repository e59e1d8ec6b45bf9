// Roles: their names and permissions as text, and what the current key may do. The service decides; the page only hides what
// would be refused.

import { includesRole, type Role } from "../../inventory/role.ts";
import type { State } from "./state.ts";

/** Without the Admin API the role is unknown: then only `updateInventory` tells whether the key may edit. */
export function roleOf({ me, readOnly }: Pick<State, "me" | "readOnly">): Role {
  return me?.role ?? (readOnly ? "reader" : "clerk");
}

/** Whether the key may do what needs the role. */
export function may(state: Pick<State, "me" | "readOnly">, role: Role): boolean {
  return includesRole(roleOf(state), role);
}

interface RoleText {
  readonly name: string;
  readonly rights: string;
}

export const ROLE_TEXTS: Readonly<Record<Role, RoleText>> = {
  reader: { name: "Reader", rights: "sees everything, changes nothing" },
  clerk: { name: "Clerk", rights: "counts, and sets quantities" },
  manager: { name: "Manager", rights: "changes everything but keys" },
  admin: { name: "Admin", rights: "changes everything, also keys" },
};
