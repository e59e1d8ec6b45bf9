// Texts of a pet's panel, its label, and the dialogs that add and change pets.

import { texts } from "../texts.ts";

export const petText = texts("pet", {});
