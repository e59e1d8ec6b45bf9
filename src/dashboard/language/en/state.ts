// Texts of names of pages, roles and filters.

import type { Role } from "../../../inventory/role.ts";
import { texts } from "../texts.ts";

export const stateText = texts("state", {
  /** By path, in the navigation, the heading and the browser's title. */
  pages: {
    "/": "Inventory",
    "/count": "Stock-take",
    "/activity": "Activity",
    "/trends": "Trends",
    "/keys": "Keys",
  },
  roles: {
    reader: { name: "Reader", rights: "sees everything, changes nothing" },
    clerk: { name: "Clerk", rights: "counts, and sets quantities" },
    manager: { name: "Manager", rights: "changes everything but keys" },
    admin: { name: "Admin", rights: "changes everything, also keys" },
  } satisfies Record<Role, { name: string; rights: string }>,
  presets: {
    inStock: "In stock",
    noneLeft: "None left",
    all: "All",
    low: "Low",
    availableNoneLeft: "Available but none left",
    soldInStock: "Sold but in stock",
  },
});
