// Texts of keys that are refused or expire.

import { texts } from "../texts.ts";

export const sessionText = texts("session", {});
