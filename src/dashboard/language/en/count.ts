// Texts of the stock-take.

import { texts } from "../texts.ts";

export const countText = texts("count", {});
