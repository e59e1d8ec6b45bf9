// Spanish: what all pages share: dates, dialogs, names, labels, reasons.

import type { Catalogue } from "../catalogue.ts";

export const ui: Catalogue["ui"] = {};
