// Spanish: activity, a pet's history, undo.

import type { Catalogue } from "../catalogue.ts";

export const history: Catalogue["history"] = {};
