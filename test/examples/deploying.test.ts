// The deployment examples agree with the program: flags, variables and paths exist, timeouts and ports are consistent, and no file
// contains a secret.

import { describe, expect, test } from "bun:test";
import { programOf } from "../../src/cli/run.ts";
import { testContext } from "../support/in-process.ts";
import { SETTINGS } from "../../src/config.ts";
import {
  assignments,
  endsWithinMs,
  FILES,
  imageEnv,
  metricsPortIn,
  settingIn,
  spanMs,
  textOf,
} from "./examples.ts";

const PROGRAM = programOf(testContext());

/** The command that the words begin with; the program itself if there is none. */
function commandOf(words: readonly string[], within = PROGRAM): typeof PROGRAM {
  const command = within.commands.find((each) => each.name() === words[0]);
  return command === undefined ? within : commandOf(words.slice(1), command);
}

/** The flags of a command and of its subcommands. */
function flagsWithin(command: typeof PROGRAM): (string | undefined)[] {
  return [...command.options.map(({ long }) => long), ...command.commands.flatMap(flagsWithin)];
}

test.each(FILES)("%s uses only variables, commands and flags that exist", (path) => {
  const text = textOf(path);
  const variables: string[] = Object.values(SETTINGS).map(({ env }) => env);
  const named = text.match(/\bPETSTOCK_[A-Z_]+\b/g) ?? [];
  expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  for (const [, line = ""] of text.matchAll(
    /(?:\/petstock"?,?|`petstock|^petstock) "?([a-z]+\b[^`#\n\]]*)/gm,
  )) {
    const words = line.split(/[\s",]+/).filter((word) => word !== "");
    const command = commandOf(words);
    expect({ line, isCommand: command !== PROGRAM }).toEqual({ line, isCommand: true });
    const flags = command.options.map(({ long }) => long);
    const unknown = words.filter((word) => word.startsWith("--") && !flags.includes(word));
    expect({ line, unknown }).toEqual({ line, unknown: [] });
  }
  // Flags outside a command, as in "(--lock-timeout is …)".
  const alone = text.match(/(?<=[(`])--[a-z-]+/g) ?? [];
  expect(alone.filter((flag) => !flagsWithin(PROGRAM).includes(flag))).toEqual([]);
});

test.each(FILES)("%s contains no secret", (path) => {
  const text = textOf(path);
  expect(text).not.toMatch(/petstock_[0-9A-Za-z]{38}/);
  // A password in an address is a variable or omitted.
  for (const [, password] of text.matchAll(/postgres:\/\/[^:@\s'"]*:([^@\s'"]+)@/g))
    expect(password).toMatch(/^\$\{/);
  for (const [, value] of text.matchAll(/^\s*(?:- )?\w*(?:PASSWORD|SECRET|TOKEN)\w*[:=]\s*(\S.*)$/gm)) {
    expect(value).toMatch(/^\$\{/);
  }
});

interface ComposeService {
  readonly environment: Record<string, string>;
  readonly stop_grace_period: string;
  readonly read_only?: boolean;
  readonly ports?: readonly string[];
  readonly depends_on: Record<string, { condition: string }>;
  readonly healthcheck?: unknown;
  readonly logging: unknown;
}

const compose = Bun.YAML.parse(textOf("examples/docker/compose.yaml")) as {
  services: Record<string, ComposeService>;
};
const image = textOf("examples/docker/Dockerfile");
const servers = Object.entries(compose.services).filter(([name]) => name.startsWith("petstock-"));

describe("the image and the Compose file", () => {
  test("the image listens on the stated ports, on every network, as an unprivileged user", () => {
    expect(imageEnv).toMatchObject({ PETSTOCK_HOST: "0.0.0.0" });
    expect(image).toContain(`\nEXPOSE ${settingIn(imageEnv, "port")}\n`);
    const [, user] = /^USER (\d+):\d+$/m.exec(image)!;
    expect(Number(user)).toBeGreaterThan(0);
    expect(image).toContain(`--chown=${user}:${user} `);
    expect(imageEnv["DATABASE_URL"]).toStartWith("sqlite:/data/");
  });

  test("two servers may end gracefully, and are waited for", () => {
    expect(servers).toHaveLength(2);
    for (const [name, { environment, stop_grace_period: grace, read_only: readOnly }] of servers) {
      const env = { ...imageEnv, ...environment };
      expect(spanMs(grace)).toBeGreaterThan(endsWithinMs(env));
      expect(readOnly).toBe(true);
      expect(compose.services["proxy"]!.depends_on[name]).toEqual({ condition: "service_healthy" });
      expect(
        Object.keys(environment).filter(
          (variable) => !Object.values(SETTINGS).some(({ env: each }) => each === variable),
        ),
      ).toEqual([]);
    }
    // Servers are reached only through the proxy.
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(["proxy", "prometheus"]);
  });

  test.each([
    "examples/caddy/Caddyfile",
    "examples/nginx/nginx.conf",
    "examples/haproxy/haproxy.cfg",
  ] as const)(
    "%s leads to these two, on the port that they listen on, and notices before they go",
    (path) => {
      const text = textOf(path);
      const upstreams = [...text.matchAll(/\bpetstock-\d+:\d+/g)].map(([upstream]) => upstream);
      const expected = servers.map(([name]) => `${name}:${settingIn(imageEnv, "port")}`);
      expect([...new Set(upstreams)]).toEqual(expected);
      const delayMs = settingIn(servers[0]![1].environment, "shutdownDelayMs");
      const noticed = /(?:health_interval|keepalive_timeout|check inter) (\w+)/.exec(text)![1]!;
      expect(spanMs(noticed)).toBeLessThan(delayMs);
      // A response may take as long as the longest wait for the database.
      const patience = /(?:response_header_timeout|proxy_read_timeout|timeout server) (\w+)/.exec(text)![1]!;
      expect(spanMs(patience)).toBeGreaterThan(spanMs("60s"));
    },
  );

  test("nginx retries no update that was sent, and no 503", () => {
    const rules = textOf("examples/nginx/nginx.conf").match(/^\s*proxy_next_upstream .*$/gm)!;
    expect(rules.map((rule) => rule.trim())).toEqual(["proxy_next_upstream error timeout;"]);
  });
});

describe("logs have a limit", () => {
  test("in Compose, those of every container", () => {
    for (const { logging } of Object.values(compose.services)) {
      expect(logging).toEqual({ driver: "local", options: { "max-size": "10m", "max-file": "5" } });
    }
    expect(textOf("docs/deploying.md")).toContain("--log-opt max-size=10m --log-opt max-file=5");
  });

  test("in the journal, and as a file that the service keeps open", () => {
    expect(assignments(textOf("examples/systemd/journald.conf"))).toMatchObject({ SystemMaxUse: "2G" });
    expect(textOf("examples/logrotate/petstock")).toMatch(/^ +maxsize 100M\n +rotate 7$/m);
    expect(textOf("examples/logrotate/petstock")).toMatch(/^ +copytruncate$/m);
  });
});

describe("metrics are on", () => {
  test("in the unit, only for this machine", () => {
    const env = assignments(textOf("examples/systemd/petstock.env"));
    expect(env["PETSTOCK_METRICS_ADDRESS"]).toBe(`127.0.0.1:${metricsPortIn(imageEnv)}`);
  });

  test("in the image and in Compose, where Prometheus scrapes each server", () => {
    expect(image).toContain(`\nEXPOSE ${metricsPortIn(imageEnv)}\n`);
    const {
      scrape_configs: [job],
    } = Bun.YAML.parse(textOf("examples/monitoring/prometheus.yaml")) as Prometheus;
    expect(job!.job_name).toBe("petstock");
    const expected = servers.map(
      ([name, { environment }]) => `${name}:${metricsPortIn({ ...imageEnv, ...environment })}`,
    );
    expect(job!.static_configs[0]!.targets).toEqual(expected);
  });
});

interface Prometheus {
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
  }[];
}
