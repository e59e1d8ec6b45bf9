// Permissions of the key's role. The service decides; the page only hides what would be refused.

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
