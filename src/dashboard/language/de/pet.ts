// German: a pet's panel, its label, and the dialogs that add and change pets.

import type { Catalogue } from "../catalogue.ts";

export const pet: Catalogue["pet"] = {};
