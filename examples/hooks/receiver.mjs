// Receives the messages of a hook, for Node.js 20 and later, without packages: verifies the signature (Standard Webhooks) and prints each.
//   PETSTOCK_HOOK_SECRET=whsec_… PORT=9000 node receiver.mjs

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from(process.env.PETSTOCK_HOOK_SECRET.replace("whsec_", ""), "base64");
const TOLERANCE_S = 5 * 60;

/** Whether the service has sent these bytes, and a short time ago. */
function isGenuine(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) < TOLERANCE_S)) return false;
  const wanted = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
  // Two signatures while a former secret is valid.
  return signatures.split(" ").some((each) => {
    const given = Buffer.from(each.replace("v1,", ""), "base64");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const genuine = isGenuine(request.headers, body);
  // JSON.parse rounds ids beyond 2^53: read those with an exact parser, as petstock-client does.
  if (genuine) console.log(JSON.parse(body).type, request.headers["webhook-id"]);
  response.writeHead(genuine ? 204 : 401).end();
});
server.listen(Number(process.env.PORT ?? 9000), "127.0.0.1", () =>
  console.log(`listening on ${server.address().port}`),
);
