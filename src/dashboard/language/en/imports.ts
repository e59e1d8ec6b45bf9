// Texts of files to import: columns, problems of rows.

import { texts } from "../texts.ts";

export const importsText = texts("imports", {});
