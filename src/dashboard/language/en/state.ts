// Texts of names of pages, roles and statuses.

import { texts } from "../texts.ts";

export const stateText = texts("state", {});
