// Which test files belong to which half of the suite: `npm test` runs the quick half, `npm run test:long` the long one.
// A file that is not named here is in the quick half alone. Why there are halves: docs/decisions/0022.

export type Half = "quick" | "long";

/** In the long half alone: files, or folders with all their files. */
const LONG: readonly string[] = [
  // The quick half opens each page once (test/smoke/), and tests the dashboard's state without a browser.
  "test/browser/",
  // Check the tests' own browser and servers, on which they rely: a defect there fails many other tests, too.
  "test/support/browser.test.ts",
  "test/support/postgres-server.test.ts",
  // Bars that are drawn ten times a second, on a pseudo-terminal, with as many rows as that takes.
  "test/cli/terminal.test.ts",
  // Seconds of load; the quick half imports beside a loaded server, and kills the import (test/faults/import-killed.test.ts).
  "test/cli/import-beside.test.ts",
  // Packs and installs the client, whose source the quick half tests.
  "test/client/package.test.ts",
  // Compile programs in other languages and run other tools, with libraries from their registries.
  "test/clients/",
  // The examples behind real proxies, with their deadlines; the quick half has one such file (test/examples/proxies.test.ts).
  "test/examples/database-away.test.ts",
  "test/examples/streams.test.ts",
  // Twenty services, which a script starts again one by one.
  "test/examples/stores.test.ts",
  // Makes a release of a clone, which builds the executable several times.
  "test/scripts/release.test.ts",
  // Two builds; the quick half finds paths of the clone in the executable (test/executable/executable.test.ts).
  "test/scripts/reproducible.test.ts",
  // Waits for the real deadline of a silent stream, three quarters of a minute.
  "test/client/silent-stream.test.ts",
  // With real keys and their expiry; the quick half ends the streams of a key in the feed alone (test/feed/keys.test.ts).
  "test/feed/ended-keys.test.ts",
  // Waits for the listener's idle timeout; the quick half counts the comments (test/feed/heartbeat.test.ts).
  "test/feed/idle-stream.test.ts",
  // Sixty differences of 45,000 pets; the quick half has some of 3,000 in the feed alone (test/feed/key-turns.test.ts).
  "test/faults/large-differences.test.ts",
  // Megabytes for each stalled reader; the quick half does so with lists (test/faults/slow-readers.test.ts), and counts what streams
  // hold (test/feed/blocked-streams.test.ts).
  "test/feed/slow-readers.test.ts",
  // Services under load, as processes with their real deadlines; the quick half proves the same of one store, whose
  // deadlines the tests fire: silent-network.test.ts, foreign-sessions.test.ts, exhausted-server.test.ts.
  "test/postgres/faults-network.test.ts",
  "test/postgres/faults-session.test.ts",
  "test/postgres/faults-resources.test.ts",
  // A quarter of a minute on each engine; the quick half delivers without faults (test/hooks/deliveries.test.ts).
  "test/hooks/campaign.test.ts",
  // Half a minute without a leader; the quick half promotes a standby itself (test/postgres/failover.test.ts).
  "test/postgres/patroni/",
  // The quick half proves the same with a restored backup (test/feed/history.test.ts).
  "test/postgres/streams-failover.test.ts",
];

/**
 * In both halves, because the long one finds what the quick one cannot: other cases, or many more random ones (`sized` in
 * test/support/sizes.ts). More rounds of the same alone are for the hours of `npm run test:faults`.
 */
const BOTH: readonly string[] = [
  "test/cli/remote/commands.test.ts",
  "test/faults/backup-full-disk.test.ts",
  "test/faults/lost-file.test.ts",
  "test/faults/fuzz/",
  "test/faults/linearizability/linearizability.test.ts",
  "test/faults/linearizability/checker.test.ts",
  "test/store/",
];

/** Files that take longest: they start first, so that none of them is the last to end. */
export const FIRST: readonly string[] = [
  "test/browser/dashboard-keys.test.ts",
  "test/browser/dashboard-session.test.ts",
  "test/browser/inventory-look.test.ts",
  "test/browser/reference-try.test.ts",
  "test/browser/tasks/one-pet.test.ts",
  "test/cli/restore-refused.test.ts",
  "test/cli/terminal.test.ts",
  "test/client/package.test.ts",
  "test/client/silent-stream.test.ts",
  "test/clients/contract.test.ts",
  "test/clients/generators.test.ts",
  "test/clients/languages.test.ts",
  "test/clients/later-answers.test.ts",
  "test/faults/backup-full-disk.test.ts",
  "test/faults/linearizability/linearizability.test.ts",
  "test/faults/restore-killed.test.ts",
  "test/faults/slow-clients.test.ts",
  "test/postgres/failover.test.ts",
  "test/postgres/faults-network.test.ts",
  "test/postgres/lost-connections.test.ts",
  "test/postgres/patroni/leader-killed.test.ts",
  "test/sqlite/untrusted-backup.test.ts",
  "test/store/postgres-store.test.ts",
  "test/store/sqlite-store.test.ts",
  "test/upgrade/postgres.test.ts",
];

/** All names of the lists. */
export const NAMED: readonly string[] = [...LONG, ...BOTH, ...FIRST];

export function filesOf(half: Half, files: readonly string[]): readonly string[] {
  if (half === "quick") return files.filter((file) => !isNamed(file, LONG));
  return files.filter((file) => isNamed(file, LONG) || isNamed(file, BOTH));
}

function isNamed(file: string, names: readonly string[]): boolean {
  return names.some((name) => (name.endsWith("/") ? file.startsWith(name) : file === name));
}
