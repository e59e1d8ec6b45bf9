// Names and permissions of roles, as text.

import type { Role } from "../../inventory/role.ts";

export interface RoleText {
  readonly name: string;
  readonly rights: string;
}

export const ROLE_TEXTS: Readonly<Record<Role, RoleText>> = {
  reader: { name: "Reader", rights: "sees everything, changes nothing" },
  clerk: { name: "Clerk", rights: "counts, and sets quantities" },
  manager: { name: "Manager", rights: "changes everything but keys" },
  admin: { name: "Admin", rights: "changes everything, also keys" },
};
