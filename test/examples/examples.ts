// Reads the example files, and the settings in them.

import { duration, readSetting } from "../../src/config.ts";
import { read } from "../docs/document.ts";

export const FILES = [
  "examples/systemd/petstock.service",
  "examples/systemd/petstock@.service",
  "examples/systemd/petstock.env",
  "examples/systemd/store.env",
  "examples/systemd/journald.conf",
  "examples/systemd/sysusers.conf",
  "examples/logrotate/petstock",
  "examples/docker/Dockerfile",
  "examples/docker/Dockerfile.dockerignore",
  "examples/docker/compose.yaml",
  "examples/kubernetes/petstock.yaml",
  "examples/kubernetes/pg-dump.yaml",
  "examples/kubernetes/sqlite.yaml",
  "examples/caddy/Caddyfile",
  "examples/nginx/nginx.conf",
  "examples/haproxy/haproxy.cfg",
  "examples/monitoring/prometheus.yaml",
  "examples/monitoring/prometheus-kubernetes.yaml",
  "examples/litestream/litestream.yml",
  "examples/litestream/litestream.service",
  "examples/patroni/patroni.yml",
  "examples/patroni/patroni.env",
  "examples/patroni/etcd.env",
  "docs/deploying.md",
] as const;
const texts = new Map(await Promise.all(FILES.map(async (path) => [path, await read(path)] as const)));
export const textOf = (path: (typeof FILES)[number]) => texts.get(path)!;

/** The lines `NAME=value` of a unit or an environment file, without comments. */
export function assignments(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Za-z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );
}

/** Variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The service's value of a setting in an environment. */
export function settingIn(env: Env, name: "port" | "shutdownDelayMs" | "shutdownTimeoutMs"): number {
  return readSetting(name, undefined, env);
}

/** The longest time from SIGTERM to the end of the service. */
export function endsWithinMs(env: Env): number {
  return settingIn(env, "shutdownDelayMs") + settingIn(env, "shutdownTimeoutMs");
}

export const spanMs = duration({ min: "0s", max: "1h" }).parse;

/** The port of the metrics; undefined if they are off. */
export function metricsPortIn(env: Env): number | undefined {
  const address = readSetting("metricsAddress", undefined, env);
  return address === "off" ? undefined : address.port;
}

/** The environment of the image, to which a container adds its own. */
export const imageEnv: Env = Object.fromEntries(
  [...textOf("examples/docker/Dockerfile").matchAll(/\b(DATABASE_URL|PETSTOCK_[A-Z_]+|PORT)=(\S+)/g)].map(
    ([, name, value]) => [name!, value!],
  ),
);
