// French: the import dialog and export.

import type { Catalogue } from "../catalogue.ts";

export const transfer: Catalogue["transfer"] = {};
