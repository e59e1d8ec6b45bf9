// Spanish: the page of keys.

import type { Catalogue } from "../catalogue.ts";

export const keys: Catalogue["keys"] = {};
