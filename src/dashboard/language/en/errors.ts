// Texts of failures: what the service answers, by its error code, and what goes wrong on the way to it. Without a full stop, as they
// may stand in the middle of a sentence.

import type { ErrorCode } from "../../../contract/errors.ts";
import { texts } from "../texts.ts";

/** A function takes the service's sentence, where that says more: which field, which value. */
type ErrorText = string | ((detail: string) => string);

/** The service speaks English: here is only what it would not say to the user of a page. Each other language has a text for each code. */
export const errorsText = texts<ErrorTexts<Partial<Record<ErrorCode, ErrorText>>>>("errors", {
  timeout: "The service did not respond",
  unreachable: "Cannot reach the service",
  codes: {
    missing_api_key: "API key rejected: sign in, then retry",
    invalid_api_key: "API key rejected: sign in, then retry",
    read_only_api_key: "This key is read-only",
    pet_not_found: "This pet is no longer in the inventory",
    precondition_failed: "Changed by someone else",
    insufficient_stock: "There is not enough of it",
    key_made: "The key was made, but its answer was lost: replace it",
    plan_changed: "The inventory changed in the meantime",
    rate_limited: "Too many requests: nothing was changed",
    overloaded: "The service is busy: nothing was changed",
    unavailable: "The service is busy: nothing was changed",
  },
});

interface ErrorTexts<Codes> {
  readonly timeout: string;
  readonly unreachable: string;
  readonly codes: Codes;
}

export type TranslatedErrors = ErrorTexts<Readonly<Record<ErrorCode, ErrorText>>>;
