// SIGHUP: a service in the background reloads and keeps running; a service on a terminal ends with its terminal.

import { expect, setDefaultTimeout, test } from "bun:test";
import { environment, PROGRAM } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

test("a service in the background keeps running, and logs the reload", async () => {
  await using service = await TestService.start();
  for (let count = 1; count <= 2; count += 1) {
    service.signal("SIGHUP");
    await until("the log", () => service.log.filter(({ msg }) => msg === "reloading").length === count);
  }
  expect((await service.ask("GET", "/readyz")).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test("a service on a terminal shuts down when the terminal is closed", async () => {
  using folder = new TemporaryFolder();
  let text = "";
  const child = Bun.spawn([...PROGRAM, "serve", "--port", "0", "--shutdown-delay", "1s"], {
    cwd: folder.path,
    env: environment({ DATABASE_URL: "sqlite:petstock.db" }),
    terminal: { cols: 120, rows: 30, data: (_, bytes) => void (text += new TextDecoder().decode(bytes)) },
  });
  await until("the service to listen", () => text.includes("listening"));
  child.kill("SIGHUP");
  await until("its end to begin", () => text.includes("stopping"));
  child.kill("SIGHUP");
  expect(await child.exited).toBe(0);
  await until("the rest of its log", () => text.includes("stopped"));
});
