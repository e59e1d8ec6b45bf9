// The programs of a cluster under Patroni, from Debian's packages patroni, etcd-server and postgresql.

import { join } from "node:path";

/** The newest of Debian's versions; Patroni needs pg_basebackup and pg_rewind, which npm's package lacks. */
export const POSTGRES = [...new Bun.Glob("/usr/lib/postgresql/*/bin/pg_rewind").scanSync({ absolute: true })]
  .map((program) => join(program, "../.."))
  .toSorted()
  .at(-1);

export const MISSING: readonly string[] = [
  ...["patroni", "etcd"].filter((program) => Bun.which(program) === null),
  ...(POSTGRES === undefined ? ["PostgreSQL in /usr/lib/postgresql"] : []),
];
