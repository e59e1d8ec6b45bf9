// What an API key may do.

/** By rising rights: each role may do what the ones before it may. */
export const ROLES = ["reader", "clerk", "manager", "admin"] as const;

export type Role = (typeof ROLES)[number];
