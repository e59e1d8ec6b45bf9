// Portuguese of Brazil: keys that are refused or expire.

import type { Catalogue } from "../catalogue.ts";

export const session: Catalogue["session"] = {};
