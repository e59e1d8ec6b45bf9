// A text as messages show it: one line, safe on a terminal, without passwords and API keys. Messages repeat a mistyped flag
// with its value, and they are stored: by CI, in a supervisor's log, in bug reports.

import { withoutKeys } from "../inventory/redact.ts";
import { printable } from "../printable.ts";

export function messageText(text: string): string {
  return printable(withoutKeys(withoutPasswords(text)));
}

/** User and password of a URL (RFC 3986, section 3.2.1), up to its last @; but not the placeholder that help shows. */
const USER = /(?<=\b[a-z][a-z0-9+.-]*:\/\/)(?!USER:PASSWORD@)[^\s"']*@/gi;
/** As libpq accepts it, too. */
const PARAMETER = /(?<=[?&](?:ssl)?password=)[^\s"'&]+/gi;

function withoutPasswords(text: string): string {
  return text.replace(USER, "…@").replace(PARAMETER, "…");
}
