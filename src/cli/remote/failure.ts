// A request to a remote service that failed, as the user of the command line sees it.

import { PetstockError, type RequestError, TransportError } from "../../client/client.ts";
import { CommandError } from "../context.ts";
import { UNKNOWN_OUTCOME } from "../failure.ts";

export function remoteFailure(error: RequestError, url: string): CommandError {
  const unknown = error.mayBeApplied ? UNKNOWN_OUTCOME : "";
  return new CommandError(`${messageOf(error, url)}${unknown}`);
}

function messageOf(error: RequestError, url: string): string {
  switch (error.code) {
    case "route_not_found":
      return `${url} has no Admin API: it runs an earlier petstock, or a proxy denies /admin/v1`;
    case "invalid_api_key":
      return `${url} refuses the API key: ${plain(error.message)}`;
    case "network_error":
      return unreachable(error, url);
    case "timeout":
      return `${url} does not respond: ${error.message}`;
    case "broken_body":
    case "unexpected_answer":
      return `${url} gave no valid answer: ${error.message}; check that it is the address of a petstock service`;
    default:
      return error instanceof PetstockError ? `${url}: ${plain(error.message)}` : error.message;
  }
}

/** OpenSSL's names of what is wrong with a certificate. */
const CERTIFICATE = /CERT|SIGNATURE|ALTNAME/;

function unreachable(error: RequestError, url: string): string {
  const code = error instanceof TransportError ? error.systemCode : undefined;
  if (code === undefined) return `${url} cannot be reached: ${error.message}`;
  if (!CERTIFICATE.test(code)) return `${url} cannot be reached: ${code}`;
  return `${url} has a certificate that is not trusted: ${code}; NODE_EXTRA_CA_CERTS=FILE names further authorities`;
}

/** Messages of commands have no full stop at the end. */
function plain(message: string): string {
  return message.replace(/\.$/, "");
}
