// All texts of a language, by part: what a translation must have. Types only, so that no page loads the texts of another.

import type { firstHintText } from "./en/first-hint.ts";
import type { uiText } from "./en/ui.ts";
import type { reasonsText } from "./en/reasons.ts";
import type { stateText } from "./en/state.ts";
import type { TranslatedErrors } from "./en/errors.ts";
import type { editsText } from "./en/edits.ts";
import type { sessionText } from "./en/session.ts";
import type { signInText } from "./en/sign-in.ts";
import type { accountText } from "./en/account.ts";
import type { linkText } from "./en/link.ts";
import type { shellText } from "./en/shell.ts";
import type { commandText } from "./en/command.ts";
import type { inventoryText } from "./en/inventory.ts";
import type { dataText } from "./en/data.ts";
import type { petText } from "./en/pet.ts";
import type { keyListText } from "./en/key-list.ts";
import type { importsText } from "./en/imports.ts";
import type { problemsText } from "./en/problems.ts";
import type { transferText } from "./en/transfer.ts";
import type { countText } from "./en/count.ts";
import type { historyText } from "./en/history.ts";
import type { trendsText } from "./en/trends.ts";
import type { keysText } from "./en/keys.ts";
import type { connectionsText } from "./en/connections.ts";

export interface Catalogue {
  readonly firstHint: typeof firstHintText;
  readonly ui: typeof uiText;
  readonly reasons: typeof reasonsText;
  readonly state: typeof stateText;
  readonly errors: TranslatedErrors;
  readonly edits: typeof editsText;
  readonly session: typeof sessionText;
  readonly signIn: typeof signInText;
  readonly account: typeof accountText;
  readonly link: typeof linkText;
  readonly shell: typeof shellText;
  readonly command: typeof commandText;
  readonly inventory: typeof inventoryText;
  readonly data: typeof dataText;
  readonly pet: typeof petText;
  readonly keyList: typeof keyListText;
  readonly imports: typeof importsText;
  readonly problems: typeof problemsText;
  readonly transfer: typeof transferText;
  readonly count: typeof countText;
  readonly history: typeof historyText;
  readonly trends: typeof trendsText;
  readonly keys: typeof keysText;
  readonly connections: typeof connectionsText;
}
