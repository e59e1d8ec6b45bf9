// Spanish: keys that are refused or expire.

import type { Catalogue } from "../catalogue.ts";

export const session: Catalogue["session"] = {};
