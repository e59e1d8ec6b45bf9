// Texts of the import dialog and export.

import { texts } from "../texts.ts";

export const transferText = texts("transfer", {});
