// What a message shows of the text that it is given: one line, safe on a terminal, without passwords and API keys. A mistyped
// flag is told back with its value, and messages are kept: by CI, by a supervisor's log, in a report of a defect.

import { withoutKeys } from "../keys/redact.ts";
import { printable } from "../printable.ts";

export function messageText(text: string): string {
  return printable(withoutKeys(withoutPasswords(text)));
}

/** The user and the password of an address (RFC 3986, section 3.2.1), as far as its last @; what help writes stays. */
const USER = /(?<=\b[a-z][a-z0-9+.-]*:\/\/)(?!USER:PASSWORD@)[^\s"']*@/gi;
/** As libpq takes it, too. */
const PARAMETER = /(?<=[?&](?:ssl)?password=)[^\s"'&]+/gi;

function withoutPasswords(text: string): string {
  return text.replace(USER, "…@").replace(PARAMETER, "…");
}
