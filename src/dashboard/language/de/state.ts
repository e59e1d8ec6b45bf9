// German: names of pages, roles and statuses.

import type { Catalogue } from "../catalogue.ts";

export const state: Catalogue["state"] = {};
