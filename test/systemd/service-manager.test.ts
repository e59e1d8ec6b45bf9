// A service notifies systemd over a real socket: ready when it listens, stopping, why it does not start, and alive only while
// its store answers.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ServiceManager } from "../../src/systemd/service-manager.ts";
import { PortHolder } from "../cli/port-holder.ts";
import { petstockProcess } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { NotifyReceiver } from "./notify-receiver.ts";

setDefaultTimeout(60_000);

const obstacle = NotifyReceiver.obstacle();
if (obstacle !== undefined) console.log(`systemd's socket is not tested here: ${obstacle}`);

let sockets = 0;
const abstract = () => `@petstock-test-${process.pid}-${(sockets += 1)}`;

describe.if(obstacle === undefined)("with a service manager", () => {
  test("it is notified when the service listens and when it stops", async () => {
    using folder = new TemporaryFolder();
    const address = folder.file("notify");
    using manager = new NotifyReceiver(address);
    await using service = await TestService.start({ env: { NOTIFY_SOCKET: address } });
    await manager.message("READY=1");
    expect(manager.received).toEqual([`READY=1\nSTATUS=listening on ${service.url}`]);
    expect(await service.stop()).toBe(0);
    expect(manager.received.slice(1)).toEqual(["STOPPING=1\nSTATUS=stopping after SIGTERM"]);
  });

  test("a start that fails sends its reason, and never READY", async () => {
    const address = abstract();
    using manager = new NotifyReceiver(address);
    await using holder = await PortHolder.open();
    const env = { NOTIFY_SOCKET: address, DATABASE_URL: "sqlite::memory:" };
    using folder = new TemporaryFolder();
    const args = [
      "serve",
      "--port",
      String(holder.port),
      "--database",
      `sqlite:${folder.file("petstock.db")}`,
    ];
    expect((await petstockProcess(args, { env })).exitCode).toBe(1);
    expect(manager.received).toEqual([expect.stringMatching(/^STATUS=petstock: port \d+ of .* is taken/)]);
  });

  test("the watchdog gets messages from the service, at an abstract socket", async () => {
    const address = abstract();
    using manager = new NotifyReceiver(address);
    await using _ = await TestService.start({ env: { NOTIFY_SOCKET: address, WATCHDOG_USEC: "100000" } });
    const messages = () => manager.received.filter((message) => message === "WATCHDOG=1").length;
    await until("some watchdog messages", () => messages() >= 3);
    await manager.message("READY=1");
  });

  test("the watchdog gets no message while the store does not answer, or if it expects another process", async () => {
    const address = abstract();
    using receiver = new NotifyReceiver(address);
    const watched = (pid: number, isAlive: () => Promise<unknown>) => {
      const variables = { NOTIFY_SOCKET: address, WATCHDOG_USEC: "10000", WATCHDOG_PID: String(pid) };
      const manager = new ServiceManager(variables, expect.unreachable);
      manager.startWatchdog(isAlive);
      return manager;
    };
    let checks = 0;
    {
      using _ = watched(process.pid, () => {
        checks += 1;
        return Promise.withResolvers().promise;
      });
      using other = watched(process.pid + 1, async () => {});
      await until("some checks", () => checks > 5);
      expect(receiver.received).toEqual([]);
      expect(other).toBeDefined();
    }
    // A database that returns an error is alive.
    using _ = watched(process.pid, () => Promise.reject(new Error("unavailable")));
    await receiver.message("WATCHDOG=1");
  });
});

test.each(["/nowhere/notify", "relative"])(
  "an address without a socket is one warning, and the service runs: %s",
  async (address) => {
    await using service = await TestService.start({ env: { NOTIFY_SOCKET: address } });
    const warnings = () => service.log.filter(({ msg }) => msg === "service_manager_unreachable");
    await until("the warning", () => warnings().length > 0);
    expect((await service.ask("GET", "/readyz")).status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(warnings()).toHaveLength(1);
  },
);

test.each(["relative", "vsock:2:1", `/${"x".repeat(200)}`])(
  "an address that no Unix socket can have is one warning: %s",
  async (address) => {
    const causes: string[] = [];
    using manager = new ServiceManager({ NOTIFY_SOCKET: address }, (cause) => causes.push(cause));
    await manager.ready("listening");
    manager.stopping("stopping");
    expect(causes).toEqual([expect.stringContaining(address)]);
  },
);
