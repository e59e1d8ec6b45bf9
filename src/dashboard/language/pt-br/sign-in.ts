// Portuguese of Brazil: the sign-in form, links and the account menu.

import type { Catalogue } from "../catalogue.ts";

export const signIn: Catalogue["signIn"] = {};
