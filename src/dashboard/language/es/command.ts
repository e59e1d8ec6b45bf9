// Spanish: the command menu.

import type { Catalogue } from "../catalogue.ts";

export const command: Catalogue["command"] = {};
