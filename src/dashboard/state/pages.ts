// The dashboard's pages: their addresses, names, and who may use them. What they show: page-modules.ts.

import type { Role } from "../../client/client.ts";

/** The addresses of all pages; the service answers each with the same document. */
export const PAGE_PATHS = ["/", "/count", "/activity", "/trends", "/keys"] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

export interface Page {
  readonly path: PagePath;
  /** In the navigation, the heading and the browser's title. */
  readonly title: string;
  /** The least role that may use it. */
  readonly role: Role;
}

export const PAGES: readonly Page[] = [
  { path: "/", title: "Inventory", role: "reader" },
  { path: "/count", title: "Stock-take", role: "clerk" },
  { path: "/activity", title: "Activity", role: "reader" },
  { path: "/trends", title: "Trends", role: "reader" },
  { path: "/keys", title: "Keys", role: "admin" },
];

/** The page at a path; the inventory for an unknown one. */
export function pageAt(path: string): Page {
  return PAGES.find((page) => page.path === path) ?? PAGES[0]!;
}
