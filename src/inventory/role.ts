// The roles of API keys.

/** By rising rights: each role may do what the ones before it may. */
export const ROLES = ["reader", "clerk", "manager", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** A key with `role` may do what needs the role `needed`. */
export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
