// Texts of failures: each error code of the service, and what goes wrong on the way to it.

import { texts } from "../texts.ts";

export const errorsText = texts("errors", {});
