// Texts of the command menu.

import { texts } from "../texts.ts";

export const commandText = texts("command", {});
