// Texts of activity, a pet's history, undo.

import { texts } from "../texts.ts";

export const historyText = texts("history", {});
