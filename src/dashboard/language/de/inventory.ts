// German: the inventory page: table, filters, views.

import type { Catalogue } from "../catalogue.ts";

export const inventory: Catalogue["inventory"] = {};
