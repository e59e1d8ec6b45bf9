// Texts of the inventory page: table, filters, views.

import { texts } from "../texts.ts";

export const inventoryText = texts("inventory", {});
