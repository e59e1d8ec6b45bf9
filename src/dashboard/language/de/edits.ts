// German: saving: conflicts, waiting edits, undo.

import type { Catalogue } from "../catalogue.ts";

export const edits: Catalogue["edits"] = {};
