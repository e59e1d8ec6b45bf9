// Portuguese of Brazil: failures: each error code of the service, and what goes wrong on the way to it.

import type { Catalogue } from "../catalogue.ts";

export const errors: Catalogue["errors"] = {};
