// German: the stock-take.

import type { Catalogue } from "../catalogue.ts";

export const count: Catalogue["count"] = {};
