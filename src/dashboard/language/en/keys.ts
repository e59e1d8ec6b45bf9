// Texts of the page of keys.

import { texts } from "../texts.ts";

export const keysText = texts("keys", {});
