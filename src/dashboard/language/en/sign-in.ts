// Texts of the sign-in form, links and the account menu.

import { texts } from "../texts.ts";

export const signInText = texts("signIn", {});
