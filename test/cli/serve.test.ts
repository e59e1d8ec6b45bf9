// petstock serve as a process: how it starts and ends.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { freePort } from "../support/free-port.ts";
import { TestService } from "../support/service.ts";
import { expectRefusal } from "./inventory.ts";
import { PortHolder } from "./port-holder.ts";
import { serveToItsEnd } from "./serve-to-its-end.ts";

setDefaultTimeout(60_000);

describe("a port that is taken ends with 1 and one line that names it", () => {
  const refused = async (port: string) => {
    const finished = await serveToItsEnd(["--port", port, "--log-level", "error"]);
    expectRefusal(finished, { exitCode: 1, words: [`port ${port} of 127.0.0.1 is taken`, "--port", "PORT"] });
  };

  test("by another program", async () => {
    await using holder = await PortHolder.open();
    await refused(String(holder.port));
  });

  test("by another petstock, which keeps running", async () => {
    await using service = await TestService.start();
    await refused(new URL(service.url).port);
    expect((await service.ask("GET", "/livez")).status).toBe(200);
  });
});

describe("the metrics' address", () => {
  const refused = async (address: string, words: readonly string[]) => {
    const args = ["--port", "0", "--metrics-address", address, "--log-level", "error"];
    const finished = await serveToItsEnd(args);
    const setting = ["--metrics-address", "PETSTOCK_METRICS_ADDRESS"];
    expectRefusal(finished, { exitCode: 1, words: [...words, ...setting] });
  };

  test("that is taken ends with 1 and one line that names it", async () => {
    await using holder = await PortHolder.open();
    await refused(`127.0.0.1:${holder.port}`, [`port ${holder.port} of 127.0.0.1 is taken`]);
  });

  test.each(["192.0.2.1", "300.1.1.1"])("that is not an address of this machine, too: %s", (host) =>
    refused(`${host}:0`, [`${host} is not an address`]),
  );

  test("that is the service's own, too", async () => {
    const port = String(freePort());
    const args = ["--port", port, "--metrics-address", `127.0.0.1:${port}`, "--log-level", "error"];
    expectRefusal(await serveToItsEnd(args), {
      exitCode: 1,
      words: [`port ${port} of 127.0.0.1 is taken`, "--metrics-address"],
    });
  });
});

describe("an address that is not one of this machine ends with 1 and names it", () => {
  // An address of another network, an invalid one, and a name that never exists (RFC 6761).
  test.each(["192.0.2.1", "300.1.1.1", "nosuch.invalid"])("%s", async (host) => {
    const finished = await serveToItsEnd(["--port", "0", "--host", host, "--log-level", "error"]);
    const words = `${host} is not an address of this machine; choose another with --host or PETSTOCK_HOST`;
    expectRefusal(finished, { exitCode: 1, words: [words] });
  });
});

test("a service that is stopped as soon as it logs that it listens ends with 0", async () => {
  for (let i = 0; i < 5; i++) {
    const { exitCode, stderr } = await serveToItsEnd(["--port", "0"], {
      isEnough: (words) => words.includes("listening"),
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('"msg":"stopped"');
  }
});
