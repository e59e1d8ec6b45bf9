// Texts of what all pages share: dates, dialogs, names, labels, reasons.

import { texts } from "../texts.ts";

export const uiText = texts("ui", {});
