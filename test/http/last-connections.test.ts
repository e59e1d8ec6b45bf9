// The end of a listener: who has connected and sent a request is answered, although the service had not accepted the connection yet.

import { expect, setDefaultTimeout, test } from "bun:test";
import { socketsAt } from "../../src/http/proc-sockets.ts";
import { startServer } from "../../src/http/server.ts";
import { RefusalLog } from "../../src/http/refusal-log.ts";
import { silent } from "../snapshot/model-inventory.ts";

setDefaultTimeout(60_000);

/** A process of its own, because this one waits without accepting. */
function request(url: string) {
  const script = `const answer = await fetch(${JSON.stringify(url)}); console.log(answer.status, answer.headers.get("Connection"))`;
  return Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "ignore" });
}

test("requests on connections that were not accepted before the stop are answered", async () => {
  const server = startServer({
    host: "127.0.0.1",
    port: 0,
    routes: { "/": { GET: () => ({ body: "here" }) } },
    refusals: new RefusalLog(silent),
    clientOf: () => "127.0.0.1",
  });
  const clients = Array.from({ length: 5 }, () => request(server.url));
  const connected = () => socketsAt(server.port).filter(({ state }) => state === "established").length;
  // Synchronous: nothing is accepted meanwhile.
  while (connected() < clients.length) Bun.sleepSync(5);
  server.closeKeepAlives();
  const drained = server.takeLastConnections().then(() => server.drain(() => 0));
  const answers = await Promise.all(clients.map((client) => client.stdout.text()));
  expect(answers).toEqual(clients.map(() => "200 close\n"));
  await drained;
  await server.abort();
});
