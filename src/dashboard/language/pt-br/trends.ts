// Portuguese of Brazil: trends, and what is low.

import type { Catalogue } from "../catalogue.ts";

export const trends: Catalogue["trends"] = {};
