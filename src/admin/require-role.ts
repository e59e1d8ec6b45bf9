// The role that an operation needs: checked with the key, before any other check of the request.

import type { Authenticate } from "../http/authenticate.ts";
import { ApiError } from "../http/api-error.ts";
import { andThen } from "../inventory/awaitable.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { includesRole, type Role } from "../inventory/role.ts";

/** Authenticates, and admits only keys with this role. Throws `insufficient_role`, too. */
export function requireRole(role: Role, authenticate: Authenticate): Authenticate {
  return (request, listener) =>
    andThen(authenticate(request, listener), (key) => {
      checkRole(key, role);
      return key;
    });
}

/** Throws `insufficient_role`, which names the role that is needed. `what` is the subject of the message. */
export function checkRole(key: Pick<KeyRecord, "name" | "role">, needed: Role, what = "This"): void {
  if (includesRole(key.role, needed)) return;
  throw new ApiError(
    "insufficient_role",
    `${what} needs the role ${needed}; the API key "${key.name}" has the role ${key.role}. Nothing was changed.`,
  );
}
