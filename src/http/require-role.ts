// The role that an operation of the Admin API needs, checked right after the API key, before anything else is revealed.

import { andThen } from "../inventory/awaitable.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { includesRole, type Role } from "../inventory/role.ts";
import { ApiError } from "./api-error.ts";
import type { Authenticate } from "./authenticate.ts";

/** Authenticates, then checks the role: also throws `insufficient_role`. */
export function authenticateRole(authenticate: Authenticate, needed: Role): Authenticate {
  return (request, listener) =>
    andThen(authenticate(request, listener), (key) => {
      requireRole(key, needed);
      return key;
    });
}

/** `what` names the part of the request that needs the role. Throws `insufficient_role`. */
export function requireRole(
  { name, role }: Pick<KeyRecord, "name" | "role">,
  needed: Role,
  what = "This",
): void {
  if (includesRole(role, needed)) return;
  const problem = `${what} needs the role ${needed}; the API key "${name}" has the role ${role}.`;
  throw new ApiError("insufficient_role", `${problem} Use a key with the role ${needed}.`);
}
