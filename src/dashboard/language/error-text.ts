// Errors of the service in the page's language, by their codes. Without a full stop.

import { errorsText } from "./en/errors.ts";
import { spoken } from "./locale.ts";
import type { ErrorCode } from "../../contract/errors.ts";

interface ServiceError {
  readonly code: string;
  /** The service's sentence. */
  readonly message: string;
}

/** What a newer service says under a code of its own is shown as it is. */
export function errorText({ code, message }: ServiceError): string {
  const detail = message.replace(/\.$/, "");
  const text = errorsText.codes[code as ErrorCode] ?? detail;
  return typeof text === "string" ? text : text(detail);
}

/** The problem of one entry of a body. The service's sentence, which is in English, knows the entry. */
export function problemText(problem: ServiceError): string {
  return spoken.language === "en" ? problem.message.replace(/\.$/, "") : errorText(problem);
}
