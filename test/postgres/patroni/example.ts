// The example's files as this machine needs them for one node: only addresses, folders and names are replaced.

import { assignments } from "../../examples/examples.ts";
import { read } from "../../docs/document.ts";

/** Where one node is: ports of 127.0.0.1, and the parent of its data directory. */
export interface Place {
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
  readonly etcdPort: number;
  readonly folder: string;
  /** PostgreSQL's installation. */
  readonly programs: string;
}

export const CONFIGURATION = await read("examples/patroni/patroni.yml");
const NODE_ENV = assignments(await read("examples/patroni/patroni.env"));
const ETCD_ENV = assignments(await read("examples/patroni/etcd.env"));

export function configurationOf(place: Place): string {
  const { port, apiPort, etcdPort, folder, name, programs } = place;
  return replaced(CONFIGURATION, {
    "db1.example:2379,db2.example:2379,db3.example:2379": `127.0.0.1:${etcdPort}`,
    "0.0.0.0:8008": `127.0.0.1:${apiPort}`,
    "0.0.0.0:5432": `127.0.0.1:${port}`,
    "/usr/lib/postgresql/15": programs,
    "/var/lib/postgresql/petstock\n": `${folder}/${name}\n`,
    "/var/lib/postgresql/petstock.pgpass": `${folder}/${name}.pgpass`,
    // A socket's path may be longer than the system allows.
    "/var/run/postgresql": `""`,
  });
}

export function environmentOf({ name, port, apiPort }: Place): Record<string, string> {
  return {
    ...mapped(NODE_ENV, {
      "db1.example:8008": `127.0.0.1:${apiPort}`,
      "db1.example:5432": `127.0.0.1:${port}`,
      db1: name,
    }),
    PATRONI_SUPERUSER_PASSWORD: "superuser",
    PATRONI_REPLICATION_PASSWORD: "replicator",
  };
}

/** For the only member. */
export function etcdEnvironment(at: {
  port: number;
  peerPort: number;
  folder: string;
}): Record<string, string> {
  const { port, peerPort, folder } = at;
  const env = mapped(ETCD_ENV, {
    "/var/lib/etcd": folder,
    ",db2=http://db2.example:2380,db3=http://db3.example:2380": "",
    "db1.example:2380": `127.0.0.1:${peerPort}`,
    "0.0.0.0:2380": `127.0.0.1:${peerPort}`,
    "db1.example:2379": `127.0.0.1:${port}`,
    "0.0.0.0:2379": `127.0.0.1:${port}`,
  });
  return { ...env, ETCD_UNSUPPORTED_ARCH: process.arch };
}

function mapped(
  env: Readonly<Record<string, string>>,
  replacements: Readonly<Record<string, string>>,
): Record<string, string> {
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  return assignments(replaced(lines.join(""), replacements));
}

function replaced(text: string, replacements: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [from, to] of Object.entries(replacements)) {
    if (!result.includes(from)) throw new Error(`the example does not contain ${from}`);
    result = result.replaceAll(from, to);
  }
  return result;
}
