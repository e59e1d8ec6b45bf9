// Roles: their names and permissions as text, and what the current key may do. The service decides; the page only hides what
// would be refused.

import { includesRole, type Role } from "../../inventory/role.ts";
import { stateText } from "../language/en/state.ts";
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

/** Read them when they are shown: the language may change. */
export const ROLE_TEXTS: Readonly<Record<Role, RoleText>> = {
  get reader() {
    return stateText.roles.reader;
  },
  get clerk() {
    return stateText.roles.clerk;
  },
  get manager() {
    return stateText.roles.manager;
  },
  get admin() {
    return stateText.roles.admin;
  },
};
