// The units agree with the program and with each other. `systemd-analyze verify` checks them where it is installed.

import { describe, expect, test } from "bun:test";
import { type Config, readSetting, SETTINGS } from "../../src/config.ts";
import { runToEnd } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { assignments, endsWithinMs, type Env, textOf } from "./examples.ts";

const UNIT = textOf("examples/systemd/petstock.service");
const TEMPLATE = textOf("examples/systemd/petstock@.service");
const INSTANCE = "north";

interface Example {
  readonly settings: Readonly<Record<string, string>>;
  /** The environment of its process. */
  readonly env: Env;
  readonly stateDirectory: string;
  readonly environmentFile: string;
}

const EXAMPLES: readonly (readonly [string, Example])[] = [
  [
    "petstock.service",
    {
      settings: assignments(UNIT),
      env: assignments(textOf("examples/systemd/petstock.env")),
      stateDirectory: "petstock",
      environmentFile: "/etc/petstock/petstock.env",
    },
  ],
  [
    "an instance of petstock@.service",
    {
      settings: assignments(instantiated(TEMPLATE)),
      env: {
        ...environmentOf(instantiated(TEMPLATE)),
        ...assignments(textOf("examples/systemd/store.env")),
      },
      stateDirectory: `petstock/${INSTANCE}`,
      environmentFile: `/etc/petstock/${INSTANCE}.env`,
    },
  ],
];

function instantiated(template: string): string {
  return template.replaceAll("%i", INSTANCE);
}

/** The variables that a unit itself sets. */
function environmentOf(unit: string): Env {
  const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line]) => line);
  return assignments(lines.join("\n"));
}

describe.each(EXAMPLES)("%s", (_, { settings, env, stateDirectory, environmentFile }) => {
  test("sets only existing variables, with valid values", () => {
    const names = Object.keys(SETTINGS) as (keyof Config)[];
    const known = names.filter((name) => SETTINGS[name].env in env);
    expect(known).toHaveLength(Object.keys(env).length);
    for (const name of known) expect(readSetting(name, undefined, env)).toBeDefined();
  });

  test("allows the service to end gracefully, and waits for its notifications", () => {
    expect(Number(settings["TimeoutStopSec"]) * 1_000).toBeGreaterThan(endsWithinMs(env));
    expect(settings).toMatchObject({ Type: "notify", ExecReload: "/bin/kill -HUP $MAINPID" });
    // A check of the store takes at most the store's longest deadline; the watchdog is notified twice per interval.
    expect(Number(settings["WatchdogSec"])).toBeGreaterThanOrEqual(20);
  });

  test("keeps the database in its only writable folder", () => {
    expect(settings).toMatchObject({ ProtectSystem: "strict", StateDirectory: stateDirectory });
    expect(env["DATABASE_URL"]).toBe(`sqlite:/var/lib/${stateDirectory}/petstock.db`);
    expect(settings["EnvironmentFile"]).toBe(environmentFile);
  });
});

test("the units run as a permanent user, Litestream's too, so that root's commands reach the folder", () => {
  const [, user] = /^u (\S+) /m.exec(textOf("examples/systemd/sysusers.conf"))!;
  for (const unit of [UNIT, TEMPLATE, textOf("examples/litestream/litestream.service")]) {
    expect(assignments(unit)["User"]).toBe(user!);
    expect(assignments(unit)).not.toHaveProperty("DynamicUser");
  }
});

test("the template differs from the unit only in what belongs to one instance", () => {
  const linesOf = (text: string) => text.split("\n").filter((line) => !line.startsWith("#"));
  const [unit, template] = [linesOf(UNIT), linesOf(TEMPLATE)];
  expect(template.filter((line) => !unit.includes(line))).toEqual([
    "Description=Pet Store Inventory Service of %i",
    "Environment=DATABASE_URL=sqlite:/var/lib/petstock/%i/petstock.db",
    "Environment=PETSTOCK_STORE=%i",
    "EnvironmentFile=/etc/petstock/%i.env",
    "StateDirectory=petstock/%i",
  ]);
  expect(unit.filter((line) => !template.includes(line))).toEqual([
    "Description=Pet Store Inventory Service",
    "EnvironmentFile=/etc/petstock/petstock.env",
    "StateDirectory=petstock",
  ]);
});

test("an instance is the store of its name, unless its settings have another", () => {
  const [, { env }] = EXAMPLES[1]!;
  expect(readSetting("storeName", undefined, env)).toBe(INSTANCE);
  const [, line] = /^#(PETSTOCK_STORE=.*)$/m.exec(textOf("examples/systemd/store.env"))!;
  // systemd removes the quotes.
  const own = assignments(line!.replaceAll('"', ""));
  expect(readSetting("storeName", undefined, { ...env, ...own })).toBe("Zoo North");
});

test("a store and the single service on one machine have no port in common", () => {
  const ports = EXAMPLES.flatMap(([, { env }]) => [
    env["PORT"],
    env["PETSTOCK_METRICS_ADDRESS"]?.split(":")[1],
  ]);
  expect(new Set(ports).size).toBe(4);
});

const ANALYZE = Bun.which("systemd-analyze");
if (ANALYZE === null) console.warn("skipped: systemd-analyze verify: it is not installed");

test.skipIf(ANALYZE === null)("systemd knows every line of the units", async () => {
  using folder = new TemporaryFolder();
  // The program of a unit must exist.
  const placed = (unit: string) => unit.replaceAll("/usr/local/bin/petstock", process.execPath);
  await folder.write({ "petstock.service": placed(UNIT), "petstock@.service": placed(TEMPLATE) });
  for (const unit of ["petstock.service", `petstock@${INSTANCE}.service`]) {
    const { exitCode, stdout, stderr } = await runToEnd([ANALYZE!, "verify", "--man=no", folder.file(unit)]);
    expect([unit, exitCode, stdout + stderr]).toEqual([unit, 0, ""]);
  }
});
