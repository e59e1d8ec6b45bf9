// petstock ready: whether a running service is ready, as an exit code.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstock, petstockProcess } from "../support/petstock.ts";
import { freePort } from "../support/free-port.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { expectRefusal } from "./inventory.ts";

setDefaultTimeout(60_000);

test("ends with 0 if the service is ready: at --url, --port, or the address in the environment", async () => {
  await using service = await TestService.start();
  const { port } = new URL(service.url);
  const done = { exitCode: 0, stdout: "", stderr: `${service.url} is ready.\n` };
  expect(await petstock(["ready", "--url", `${service.url}/`])).toEqual(done);
  expect(await petstock(["ready", "--port", port])).toEqual(done);
  // The environment of a container: the service listens on every network, and a proxy is set for other addresses.
  const env = { PORT: port, PETSTOCK_HOST: "0.0.0.0", HTTP_PROXY: "http://127.0.0.1:1" };
  expect(await petstockProcess(["ready"], { env })).toEqual(done);
});

test("ends with 1 and says why if there is no answer, or the service is not ready; --json says it on standard output", async () => {
  const readyAt = async (url: string) => {
    const plain = await petstock(["ready", "--url", url]);
    const { stdout, exitCode } = await petstock(["ready", "--url", url, "--json"]);
    expect(exitCode).toBe(plain.exitCode);
    return { plain, json: JSON.parse(stdout) };
  };
  const nowhere = `http://127.0.0.1:${freePort()}`;
  const unanswered = await readyAt(nowhere);
  expectRefusal(unanswered.plain, { exitCode: 1, words: [`${nowhere} is not ready: ECONNREFUSED`] });
  expect(unanswered.json).toEqual({ url: nowhere, ready: false, status: null, reason: "ECONNREFUSED" });
  await using service = await TestService.start({ args: ["--shutdown-delay", "5m"] });
  const { url } = service;
  expect((await readyAt(url)).json).toEqual({ url, ready: true, status: 200, reason: null });
  service.signal("SIGTERM");
  await until("the service to stop", () => service.log.find(({ msg }) => msg === "stopping"));
  const stopping = await readyAt(url);
  expectRefusal(stopping.plain, { exitCode: 1, words: [`${url} is not ready: it answers 503`] });
  const reason = expect.stringMatching(/^it answers 503: Not ready: \S/);
  expect(stopping.json).toEqual({ url, ready: false, status: 503, reason });
});

test("another program that answers is not ready, however much it sends", async () => {
  const body = JSON.stringify({ message: "\u001b[2Jpwned" });
  await using other = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => new Response(url.endsWith("/readyz") ? body : "", { status: 418 }),
  });
  const finished = await petstock(["ready", "--port", String(other.port)]);
  await using endless = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(new Uint8Array(50_000_000), { status: 404 }),
  });
  const much = await petstock(["ready", "--port", String(endless.port)]);
  expectRefusal(finished, { exitCode: 1, words: ["it answers 418: \\u001b[2Jpwned"] });
  expectRefusal(much, { exitCode: 1, words: ["it answers 404"] });
});

test("ends with 1 if a listener does not answer", async () => {
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const finished = await petstock(["ready", "--port", String(silent.port)]);
  silent.stop(true);
  expectRefusal(finished, { exitCode: 1, words: ["no answer within 3 seconds"] });
});

test("opens no database, and creates none", async () => {
  using folder = new TemporaryFolder();
  const env = { DATABASE_URL: "sqlite:nowhere/at/all.db", PORT: String(freePort()) };
  expectRefusal(await petstock(["ready"], { cwd: folder.path, env }), {
    exitCode: 1,
    words: ["is not ready"],
  });
});

test("--wait keeps asking until the service is ready", async () => {
  const port = String(freePort());
  const waiting = petstock(["ready", "--port", port, "--wait", "50s"]);
  await using service = await TestService.start({ args: ["--port", port] });
  expect(await waiting).toEqual({ exitCode: 0, stdout: "", stderr: `${service.url} is ready.\n` });
});

test("ends with 1 when --wait is over", async () => {
  const startedAt = performance.now();
  const finished = await petstock(["ready", "--port", String(freePort()), "--wait", "1s"]);
  expectRefusal(finished, { exitCode: 1, words: ["is not ready"] });
  // It does not ask again after the deadline.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(700);
});
