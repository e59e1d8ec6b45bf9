// The Date of responses to HEAD, which the runtime leaves out. A server with a clock must send it (RFC 9110, section 6.6.1).

import type { Finisher } from "./operation.ts";

export const setDateOfHead: Finisher = (response, request) => {
  if (request.method === "HEAD") response.headers.set("Date", new Date().toUTCString());
};
