// What systemd is told of a service, over a real socket: ready when it listens, stopping, why it does not start, and that
// it is alive only while it is.

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
if (obstacle !== undefined) console.log(`systemd's socket is not tried here: ${obstacle}`);

let sockets = 0;
const abstract = () => `@petstock-test-${process.pid}-${(sockets += 1)}`;

describe.if(obstacle === undefined)("with a service manager", () => {
  test.each(["path", "abstract"])(
    "it is told when the service listens and when it stops: %s",
    async (kind) => {
      using folder = new TemporaryFolder();
      const address = kind === "abstract" ? abstract() : folder.file("notify");
      using manager = new NotifyReceiver(address);
      await using service = await TestService.start({ env: { NOTIFY_SOCKET: address } });
      await manager.message("READY=1");
      expect(manager.received).toEqual([`READY=1\nSTATUS=listening on ${service.url}`]);
      expect(await service.stop()).toBe(0);
      expect(manager.received.slice(1)).toEqual(["STOPPING=1\nSTATUS=stopping after SIGTERM"]);
    },
  );

  test("a start that fails is told with its reason, and is never ready", async () => {
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

  test("the watchdog gets beats from the process that it waits for", async () => {
    const address = abstract();
    using manager = new NotifyReceiver(address);
    await using _ = await TestService.start({ env: { NOTIFY_SOCKET: address, WATCHDOG_USEC: "100000" } });
    const beats = () => manager.received.filter((message) => message === "WATCHDOG=1").length;
    await until("some beats", () => beats() >= 3);
  });

  test("and none where its store never answers, or another process is meant", async () => {
    const address = abstract();
    using receiver = new NotifyReceiver(address);
    const watched = (pid: number, isAlive: () => Promise<unknown>) => {
      const variables = { NOTIFY_SOCKET: address, WATCHDOG_USEC: "10000", WATCHDOG_PID: String(pid) };
      const manager = new ServiceManager(variables, expect.unreachable);
      manager.startWatchdog(isAlive);
      return manager;
    };
    let looks = 0;
    {
      using _ = watched(process.pid, () => {
        looks += 1;
        return Promise.withResolvers().promise;
      });
      using other = watched(process.pid + 1, async () => {});
      await until("some looks", () => looks > 5);
      expect(receiver.received).toEqual([]);
      expect(other).toBeDefined();
    }
    // A database that says no is alive.
    using _ = watched(process.pid, () => Promise.reject(new Error("unavailable")));
    await receiver.message("WATCHDOG=1");
  });
});

test.each(["/nowhere/notify", "relative", "vsock:2:1", `/${"x".repeat(200)}`])(
  "a socket that cannot be is one warning, and no reason not to serve: %s",
  async (address) => {
    await using service = await TestService.start({ env: { NOTIFY_SOCKET: address } });
    const told = () => service.log.filter(({ msg }) => msg === "service_manager_unreachable");
    await until("the warning", () => told().length > 0);
    expect((await service.ask("GET", "/readyz")).status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(told()).toHaveLength(1);
  },
);
