// The dashboard's pages: their addresses, and who may use them. Their names: page-title.ts. What they show: page-modules.ts.

import type { Role } from "../../client/client.ts";

/** The addresses of all pages; the service answers each with the same document. */
export const PAGE_PATHS = ["/", "/count", "/activity", "/trends", "/keys"] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

export interface Page {
  readonly path: PagePath;
  /** The least role that may use it. */
  readonly role: Role;
}

export const PAGES: readonly Page[] = [
  { path: "/", role: "reader" },
  { path: "/count", role: "clerk" },
  { path: "/activity", role: "reader" },
  { path: "/trends", role: "reader" },
  { path: "/keys", role: "admin" },
];

/** The page at a path; the inventory for an unknown one. */
export function pageAt(path: string): Page {
  return PAGES.find((page) => page.path === path) ?? PAGES[0]!;
}
