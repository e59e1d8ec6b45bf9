// The example of a cluster under Patroni agrees with itself, with Patroni's rules and with the documents. The cluster itself runs
// in test/postgres/patroni.

import { expect, test } from "bun:test";
import { read } from "../docs/document.ts";
import { assignments, textOf } from "./examples.ts";

interface Configuration {
  readonly etcd3: { readonly hosts: string };
  readonly bootstrap: {
    readonly dcs: Readonly<Record<"ttl" | "loop_wait" | "retry_timeout", number>> & {
      readonly synchronous_mode: boolean;
    };
  };
  readonly postgresql: { readonly parameters: { readonly max_connections: number } };
}

const configuration = Bun.YAML.parse(textOf("examples/patroni/patroni.yml")) as Configuration;
const etcd = assignments(textOf("examples/patroni/etcd.env"));

test("a leader has time to renew its lock before it expires, and each commit waits for a standby", () => {
  const { dcs } = configuration.bootstrap;
  expect(dcs.ttl).toBeGreaterThanOrEqual(20);
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  expect(dcs.synchronous_mode).toBe(true);
});

test("Patroni, etcd and the address in the documents name the same machines", async () => {
  const hosts = configuration.etcd3.hosts.split(",").map((host) => host.replace(":2379", ""));
  const members = etcd["ETCD_INITIAL_CLUSTER"]!.split(",");
  expect(members).toEqual(hosts.map((host) => `${host.split(".")[0]}=http://${host}:2380`));
  expect(await read("docs/scaling.md")).toContain(
    `@${hosts.map((host) => `${host}:5432`).join(",")}/petstock`,
  );
});

test("a node has connections for four servers of petstock", () => {
  expect(configuration.postgresql.parameters.max_connections).toBeGreaterThan(4 * 13);
});
