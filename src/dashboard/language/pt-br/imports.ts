// Portuguese of Brazil: files to import: columns, problems of rows.

import type { Catalogue } from "../catalogue.ts";

export const imports: Catalogue["imports"] = {};
