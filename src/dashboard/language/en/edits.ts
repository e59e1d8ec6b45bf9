// Texts of saving: conflicts, waiting edits, undo.

import { texts } from "../texts.ts";

export const editsText = texts("edits", {});
